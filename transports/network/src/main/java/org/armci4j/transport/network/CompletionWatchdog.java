package org.armci4j.transport.network;

import java.util.function.IntFunction;

/**
 * Fails endpoints on which nothing completes for too long although completions are due. By its
 * rules a reliable connection ends every operation, in error if the other side does not answer. A
 * device that breaks these rules would leave its rank waiting forever. Threads look here while
 * polls find nothing.
 */
public final class CompletionWatchdog {
  /** Number of looks within the limit. */
  private static final int LOOKS = 8;

  private final IntFunction<EndpointProgress> endpoints;
  private final long limitNanos;
  private final String limitName;
  private long lookedNanos;

  /**
   * @param endpoints the endpoints by index, from 0; null at the first index without one
   * @param limitNanos time without a completion after which an endpoint fails; 0 never looks
   * @param limitName name of the setting that holds the limit
   */
  public CompletionWatchdog(
      IntFunction<EndpointProgress> endpoints, long limitNanos, String limitName) {
    this.endpoints = endpoints;
    this.limitNanos = limitNanos;
    this.limitName = limitName;
    this.lookedNanos = System.nanoTime();
  }

  /**
   * Looks if it is time to; for one thread at a time.
   *
   * @param nowNanos current {@link System#nanoTime}
   */
  public void look(long nowNanos) {
    long sinceNanos = nowNanos - lookedNanos;
    if (limitNanos == 0 || sinceNanos < limitNanos / LOOKS) {
      return;
    }
    lookedNanos = nowNanos;
    // After a long gap between looks, as in a process that was stopped, most of the time says
    // nothing about the device.
    long elapsedNanos = Math.min(sinceNanos, limitNanos / LOOKS * 2);
    int index = 0;
    for (EndpointProgress next = endpoints.apply(0); next != null; next = endpoints.apply(index)) {
      next.look(elapsedNanos, limitNanos, limitName);
      index++;
    }
  }
}
