package org.armci4j.transport.verbs.device;

/**
 * Sets the queues of a queue pair and their sizes.
 *
 * @param sendCompletions receives the completions of its requests
 * @param receiveCompletions receives the completions of its receives; may be the same
 * @param receives shared queue of its receives; null if it has a queue of its own
 * @param maxRequests requests that may be posted and not yet complete
 * @param maxSegments segments of one request, and of one receive of its own queue
 * @param maxInlineBytes largest inline request
 * @param maxReceives receives that its own queue holds; 0 if the other side never sends, or for
 *     shared ones
 */
public record QueuePairOptions(
    CompletionQueue sendCompletions,
    CompletionQueue receiveCompletions,
    SharedReceiveQueue receives,
    int maxRequests,
    int maxSegments,
    int maxInlineBytes,
    int maxReceives) {}
