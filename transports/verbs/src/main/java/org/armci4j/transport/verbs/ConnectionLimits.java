package org.armci4j.transport.verbs;

/**
 * What the queue pair of a connection holds, and how its requests are posted.
 *
 * @param queueDepth requests under way on one connection, a power of two
 * @param signalEvery requests per completion where none is asked for
 * @param chain requests that are posted together, at most
 * @param inlineBytes longest inline put
 * @param maxSegments segments of one request, a read too
 * @param waitsForOrder see {@link RequestChain}
 */
record ConnectionLimits(
    int queueDepth,
    int signalEvery,
    int chain,
    int inlineBytes,
    int maxSegments,
    boolean waitsForOrder) {}
