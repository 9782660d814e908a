package org.armci4j.transport.verbs;

/**
 * Limits of a connection's queue pair, and of how requests are posted to it.
 *
 * @param queueDepth most requests under way on one connection, a power of two
 * @param signalEvery requests per completion where no caller asks for one
 * @param chain most requests that are posted together
 * @param inlineBytes longest inline put
 * @param maxSegments most segments of one request, reads included
 * @param waitsForOrder whether the origin keeps the order by waiting, see {@link RequestChain}
 */
record ConnectionLimits(
    int queueDepth,
    int signalEvery,
    int chain,
    int inlineBytes,
    int maxSegments,
    boolean waitsForOrder) {}
