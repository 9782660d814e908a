package org.armci4j.transport.network;

/**
 * How lists of segments are cut into messages. Both sides of a {@link ScatterLine} cut by the same
 * limits, and so at the same bytes.
 *
 * @param maxSegments segments of one message, at either side
 * @param maxBytes its length
 */
public record ScatterLimits(int maxSegments, long maxBytes) {
  /** What both sides can do. */
  public ScatterLimits and(ScatterLimits other) {
    return new ScatterLimits(
        Math.min(maxSegments, other.maxSegments), Math.min(maxBytes, other.maxBytes));
  }
}
