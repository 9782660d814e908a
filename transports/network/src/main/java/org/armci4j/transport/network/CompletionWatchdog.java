package org.armci4j.transport.network;

import java.util.function.IntFunction;

/**
 * Looks, while nothing comes, whether there are endpoints on which nothing ends although
 * completions are due. By its rules a reliable connection ends every operation, in error if the
 * other side does not answer; a device that breaks them would leave its rank waiting forever.
 */
public final class CompletionWatchdog {
  /** How many looks there are before the limit. */
  private static final int LOOKS = 8;

  private final IntFunction<EndpointProgress> endpoints;
  private final long limitNanos;
  private final String limitName;
  private long lookedNanos;

  /**
   * @param endpoints by index, from 0; null at the first index that none has
   * @param limitNanos how long nothing may end; 0 never looks
   * @param limitName the setting that says so
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
   * @param nowNanos by {@link System#nanoTime}
   */
  public void look(long nowNanos) {
    long sinceNanos = nowNanos - lookedNanos;
    if (limitNanos == 0 || sinceNanos < limitNanos / LOOKS) {
      return;
    }
    lookedNanos = nowNanos;
    // When nobody looked for long, as in a process that was stopped, most of that time says
    // nothing.
    long elapsedNanos = Math.min(sinceNanos, limitNanos / LOOKS * 2);
    int index = 0;
    for (EndpointProgress next = endpoints.apply(0); next != null; next = endpoints.apply(index)) {
      next.look(elapsedNanos, limitNanos, limitName);
      index++;
    }
  }
}
