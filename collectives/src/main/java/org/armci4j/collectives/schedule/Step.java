package org.armci4j.collectives.schedule;

/**
 * One step of a rank's schedule.
 *
 * @param kind what is done
 * @param peer the place of the other rank in the group; of no meaning for local steps
 * @param region the memory it is done to
 * @param offset first byte there
 * @param sizeBytes how many
 * @param from of local steps the memory that is read
 * @param fromOffset first byte there
 */
public record Step(
    Kind kind, int peer, Region region, long offset, long sizeBytes, Region from, long fromOffset) {
  /** What a step does. */
  public enum Kind {
    /** Put the region to the peer, with a signal. Done when the region may be changed. */
    PUT,
    /** Wait for what the peer put, and copy it to the region. */
    TAKE,
    /** Wait for what the peer put, and combine: region = region ∘ incoming. */
    TAKE_RIGHT,
    /** Wait for what the peer put, and combine: region = incoming ∘ region. */
    TAKE_LEFT,
    /** Copy from another region to this. */
    COPY,
    /** Combine: region = region ∘ from. */
    COMBINE;

    /** Whether it waits for a peer's data. */
    boolean takes() {
      return this == TAKE || this == TAKE_RIGHT || this == TAKE_LEFT;
    }
  }
}
