package org.armci4j.transport;

/**
 * Native memory of this rank's own that it lends to others for a while: they write and read it as
 * they do a block, by what {@link Transport#borrow} makes of the descriptor. Others need not take
 * part in its end, so the one who lends sees to it that they are done by then.
 *
 * <p>Every lending of the same memory that is not given up meanwhile is the same loan. What is lent
 * later at the same address, once the memory has been freed and allocated anew, is another one,
 * with another {@link #generation}: so a borrower who compares generations never takes an old key
 * for a new one.
 */
public interface Loan extends AutoCloseable {
  /**
   * The number of the loan.
   *
   * @return above 0; no other loan of this rank has it or has had it
   */
  long generation();

  /**
   * Where the lent memory begins: there or before what was to be lent.
   *
   * @return the address in this process
   */
  long address();

  /**
   * How much is lent.
   *
   * @return the size in bytes
   */
  long sizeBytes();

  /**
   * What a borrower hands to {@link Transport#borrow}.
   *
   * @return a few bytes in the transport's own form, which nobody changes
   */
  byte[] descriptor();

  /**
   * Those to whom it was lent have done with it, for this time. The registration behind it stays
   * for the next time, until the memory has ended or room is needed.
   */
  @Override
  void close();

  /**
   * What it was lent for has failed, and others may still be at it, or come to it later: when this
   * returns, nobody reaches the memory any more. That may cut this rank off from others.
   */
  void revoke();
}
