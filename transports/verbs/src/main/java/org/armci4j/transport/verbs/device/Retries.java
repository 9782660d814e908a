package org.armci4j.transport.verbs.device;

/**
 * Sets when a connection gives up (ibv_modify_qp(3)).
 *
 * @param timeoutExponent the wait for an answer is 4.096 µs times two to this power, 0 to 31; 0 is
 *     forever
 * @param retries how often a request without an answer is sent again, 0 to 7; 7 is forever on some
 *     devices
 * @param receiverRetries how often a request that found no receive is sent again, 0 to 7; 7 is
 *     forever
 * @param receiverTimer how long the other side is asked to wait before that, coded as
 *     min_rnr_timer: 12 is 0.64 ms, 14 is 1.28 ms, 18 is 4 ms
 */
public record Retries(int timeoutExponent, int retries, int receiverRetries, int receiverTimer) {}
