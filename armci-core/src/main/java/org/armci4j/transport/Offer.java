package org.armci4j.transport;

/**
 * Memory that this rank has made and offers to others. It exists as long as the offer or any
 * {@linkplain Transport#attach attachment} does. The owner attaches like everyone else, and closes
 * the offer once all expected ranks have attached. After that no rank can attach.
 */
public interface Offer extends AutoCloseable {
  /**
   * Returns the descriptor that a rank hands to its {@link Transport#attach} to reach the memory.
   *
   * @return a few bytes in the transport's own form
   */
  byte[] descriptor();

  /**
   * Reserves the space, once all ranks that allocate together have told their sizes. If the total
   * is too much for the host, no memory is touched. Nobody may touch the memory before this call
   * has returned at its owner.
   *
   * @param hostBytes what the ranks of this rank's host allocate together, this offer included
   * @throws org.armci4j.error.ArmciException when there is too little memory: says how much is free
   *     and what to raise
   */
  default void reserve(long hostBytes) {}

  /** Ends the offer. Ranks that are attached stay so. A second call does nothing. */
  @Override
  void close();
}
