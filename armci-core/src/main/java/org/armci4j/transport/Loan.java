package org.armci4j.transport;

/**
 * Native memory of this rank that it lends to other ranks for a while. They read and write it like
 * a block, through the {@link RemoteBlock} that {@link Transport#borrow} makes of the descriptor.
 * They need not take part in the end of the loan, so the lender must make sure that they have
 * finished by then.
 *
 * <p>Lending the same memory again gives the same loan until that memory is given up. Memory that
 * has been freed and allocated anew at the same address is another loan, with another {@link
 * #generation}. A borrower that compares generations never takes an old key for a new one.
 */
public interface Loan extends AutoCloseable {
  /**
   * Returns the number of the loan.
   *
   * @return above 0; no other loan of this rank has it or has had it
   */
  long generation();

  /**
   * Returns where the lent memory begins: at or before the memory that was to be lent.
   *
   * @return the address in this process
   */
  long address();

  /**
   * Returns the size of the lent memory.
   *
   * @return the size in bytes
   */
  long sizeBytes();

  /**
   * Returns the descriptor that a borrower hands to {@link Transport#borrow}.
   *
   * @return a few bytes in the transport's own form, which nobody changes
   */
  byte[] descriptor();

  /**
   * Ends this use of the loan: the borrowers have finished with the memory. The registration stays
   * for the next use, until the memory has ended or other memory needs its registration.
   */
  @Override
  void close();

  /**
   * Ends the loan after the operation has failed, while borrowers may still use the memory or come
   * to it later. When this returns, no other rank reaches the memory. This may cut the rank off
   * from others.
   */
  void revoke();
}
