package org.armci4j.transport.network;

/**
 * Limits of the messages into which lists of segments are cut. Both ends of a {@link ScatterLine}
 * use the same limits, so they cut at the same bytes.
 *
 * @param maxSegments most segments of one message, at either end
 * @param maxBytes length of the longest message
 */
public record ScatterLimits(int maxSegments, long maxBytes) {
  /** Returns the limits that both ends can keep. */
  public ScatterLimits and(ScatterLimits other) {
    return new ScatterLimits(
        Math.min(maxSegments, other.maxSegments), Math.min(maxBytes, other.maxBytes));
  }
}
