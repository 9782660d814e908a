package org.armci4j.bootstrap.rendezvous;

/**
 * What one rank has answered when it was asked what it waits for.
 *
 * @param rank the rank
 * @param host where it runs, as far as it is known
 * @param answered whether the text is the rank's own
 * @param text indented lines; or why there is no answer
 */
public record WaitReport(int rank, String host, boolean answered, String text) {}
