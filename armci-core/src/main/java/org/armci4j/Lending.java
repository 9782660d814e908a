package org.armci4j;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.Loan;
import org.armci4j.transport.Transport;

/**
 * Memory of one rank's own that others write and read in place for a while. For extensions of the
 * runtime, such as the collectives: the one who lends knows when the others are done.
 */
public final class Lending {
  private final Job job;
  private final Transport transport;

  Lending(Job job) {
    this.job = job;
    this.transport = job.transport();
  }

  /**
   * Whether memory is lent at all: between ranks that a network joins.
   *
   * @return the same at every call and on every rank
   */
  public boolean isPossible() {
    return transport.capabilities().lending();
  }

  /**
   * Lends part of a segment.
   *
   * @param segment stays open until the loan is closed or revoked
   * @param offset first byte in the segment
   * @param sizeBytes how many
   * @return the loan, or null where this memory cannot be lent; see {@link Transport#lend}
   * @throws ArmciException when the runtime is closed
   */
  public Loan lend(MemorySegment segment, long offset, long sizeBytes) {
    job.requireOpen("lend");
    return isPossible() ? transport.lend(segment, offset, sizeBytes) : null;
  }

  /**
   * Reaches what another rank lends.
   *
   * @param rank the owner, of whose blocks this rank has no {@link GlobalMemory#view}
   * @param generation what its {@link Loan#generation} gave
   * @param sizeBytes what its {@link Loan#sizeBytes} gave
   * @param descriptor what its {@link Loan#descriptor} gave
   * @return as global memory in which only that rank has a block, for puts and gets
   * @throws ArmciException when the runtime is closed, or the descriptor is none
   */
  public GlobalMemory borrow(int rank, long generation, long sizeBytes, byte[] descriptor) {
    return job.borrow(
        Text.format("lent by %d, %d", rank, generation),
        rank,
        () -> transport.borrow(rank, sizeBytes, descriptor));
  }

  /**
   * Ends this rank's access to what it has borrowed.
   *
   * @param borrowed of which nothing is under way any more
   * @throws ArmciException when copies of other threads still use it
   */
  public void giveBack(GlobalMemory borrowed) {
    if (!job.isClosed()) {
      job.free(borrowed);
    }
  }
}
