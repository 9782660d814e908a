package org.armci4j.transport.verbs.device;

/**
 * The queues of a queue pair and their sizes.
 *
 * @param sendCompletions where its requests complete
 * @param receiveCompletions where its receives complete; may be the same
 * @param receives where its receives are taken from; null if the other side never sends
 * @param maxRequests requests that may be posted and not yet complete
 * @param maxSegments segments of one request
 * @param maxInlineBytes largest inline request
 */
public record QueuePairOptions(
    CompletionQueue sendCompletions,
    CompletionQueue receiveCompletions,
    SharedReceiveQueue receives,
    int maxRequests,
    int maxSegments,
    int maxInlineBytes) {}
