package org.armci4j.bootstrap.settings;

/**
 * An exception whose message tells a user all that is needed to mend what is wrong: a setting, a
 * transport, the memory of the host. A launcher prints the message, once for all ranks, and no
 * stack.
 */
public interface SetupProblem {}
