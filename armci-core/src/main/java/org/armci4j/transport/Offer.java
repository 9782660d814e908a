package org.armci4j.transport;

/**
 * Memory that this rank has made and offers to others: it exists as long as the offer or anyone's
 * {@linkplain Transport#attach attachment} does. The owner attaches like everyone else, and closes
 * the offer when all that should have attached, so that nothing more can.
 */
public interface Offer extends AutoCloseable {
  /**
   * What a rank hands to its {@link Transport#attach} to reach the memory.
   *
   * @return a few bytes in the transport's own form
   */
  byte[] descriptor();

  /**
   * Makes sure of the space, once all who allocate together have told their sizes: nothing is
   * touched of what is too much for the host. Nobody may touch the memory before its owner has
   * returned from here.
   *
   * @param hostBytes what the ranks of this rank's host allocate together, this offer included
   * @throws org.armci4j.ArmciException when there is too little memory: says how much is free and
   *     what to raise
   */
  default void reserve(long hostBytes) {}

  /** Ends the offer. Ranks that are attached stay so. A second call does nothing. */
  @Override
  void close();
}
