package org.armci4j.bootstrap.rendezvous;

/**
 * Holds one rank's answer to the question what it waits for.
 *
 * @param rank the rank
 * @param host host of the rank, as far as known
 * @param answered whether the text is the rank's own
 * @param text indented lines; or why there is no answer
 */
public record WaitReport(int rank, String host, boolean answered, String text) {}
