package org.armci4j;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.Loan;
import org.armci4j.transport.Transport;

/**
 * Lends local memory to other ranks, which read and write it in place until the loan ends. For
 * extensions of the runtime, such as the collectives, in which the lender knows when the other
 * ranks are done.
 */
public final class Lending {
  private final RankRuntime runtime;
  private final Transport transport;

  Lending(RankRuntime runtime) {
    this.runtime = runtime;
    this.transport = runtime.transport();
  }

  /**
   * Returns whether the transport can lend memory: between ranks that a network joins.
   *
   * @return the same at every call and on every rank
   */
  public boolean isPossible() {
    return transport.capabilities().lending();
  }

  /**
   * Lends part of a segment.
   *
   * @param segment the memory; must stay open until the loan is closed or revoked
   * @param offset first byte in the segment
   * @param sizeBytes number of bytes
   * @return the loan, or null if this memory cannot be lent; see {@link Transport#lend}
   * @throws ArmciException when the runtime is closed
   */
  public Loan lend(MemorySegment segment, long offset, long sizeBytes) {
    runtime.requireOpen("lend");
    return isPossible() ? transport.lend(segment, offset, sizeBytes) : null;
  }

  /**
   * Attaches to memory that another rank lends.
   *
   * @param rank the owner; this rank must have no {@link GlobalMemory#view} of its blocks
   * @param generation the owner's {@link Loan#generation}
   * @param sizeBytes the owner's {@link Loan#sizeBytes}
   * @param descriptor the owner's {@link Loan#descriptor}
   * @return global memory in which only the owner has a block, for puts and gets
   * @throws ArmciException when the runtime is closed, or the descriptor is invalid
   */
  public GlobalMemory borrow(int rank, long generation, long sizeBytes, byte[] descriptor) {
    return runtime
        .sharing()
        .borrow(
            Text.format("lent by %d, %d", rank, generation),
            rank,
            () -> transport.borrow(rank, sizeBytes, descriptor));
  }

  /**
   * Ends this rank's access to borrowed memory.
   *
   * @param borrowed the memory, without operations under way
   * @throws ArmciException when copies of other threads still use it
   */
  public void giveBack(GlobalMemory borrowed) {
    if (!runtime.isClosed()) {
      runtime.memories().free(borrowed);
    }
  }
}
