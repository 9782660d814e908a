package org.armci4j.bootstrap.settings;

/**
 * Marks an exception whose message tells a user all that is needed to solve the problem: a setting,
 * a transport, the memory of the host. A launcher prints the message once for all ranks, without a
 * stack trace.
 */
public interface SetupProblem {}
