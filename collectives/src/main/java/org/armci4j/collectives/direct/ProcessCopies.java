package org.armci4j.collectives.direct;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ThreadLocalRandom;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.ProcessMemory;

/**
 * The kernel's copies between the ranks of a group, where the system lets all copy from all. To
 * find that out, each rank shows its process on the board, and a word that the others try to read.
 */
final class ProcessCopies {
  /** In the line that begins each block, after the board's word. */
  private static final long NONCE = 8;

  private static final long NONCE_ADDRESS = 16;
  private static final long PROCESS = 24;

  /** Time within which the job tells that a rank's process is gone. */
  private static final long DEATH_NEWS_NANOS = 10_000_000_000L;

  private final Armci armci;
  private final EpochBoard board;
  private final int[] ranks;
  private ProcessMemory memory;
  private boolean probed;

  /** Shows this rank's process and word; the board's first exchange lets the others see them. */
  ProcessCopies(Armci armci, Group group, EpochBoard board) {
    this.armci = armci;
    this.board = board;
    this.ranks = group.ranks();
    MemorySegment own = board.own();
    own.set(JAVA_LONG, NONCE, ThreadLocalRandom.current().nextLong());
    own.set(JAVA_LONG, NONCE_ADDRESS, own.address() + NONCE);
    own.set(JAVA_INT, PROCESS, (int) ProcessHandle.current().pid());
  }

  /**
   * Returns whether the system lets all ranks copy from all others; all find it out together, once.
   */
  boolean areAllowed() {
    if (!probed) {
      probed = true;
      ProcessMemory mine = armci.newProcessMemory().orElse(null);
      boolean all = board.smallest(mine != null && canReadAll(mine) ? 1 : 0) == 1;
      memory = all ? mine : null;
    }
    return memory != null;
  }

  private boolean canReadAll(ProcessMemory mine) {
    for (int rank = 0; rank < ranks.length; rank++) {
      MemorySegment view = board.view(rank);
      long nonce = view.get(JAVA_LONG, NONCE);
      if (!mine.canRead(process(rank), view.get(JAVA_LONG, NONCE_ADDRESS), nonce)) {
        return false;
      }
    }
    return true;
  }

  private int process(int rank) {
    return board.view(rank).get(JAVA_INT, PROCESS);
  }

  /** Copies from an address of the rank at a place of the group to one of this rank. */
  void read(int rank, long address, long to, long sizeBytes) {
    int error = memory.read(process(rank), address, to, sizeBytes);
    if (error != ProcessMemory.DONE) {
      throw failed("process_vm_readv", rank, address, sizeBytes, error);
    }
  }

  /** Copies from an address of this rank to one of the rank at a place of the group. */
  void write(int rank, long address, long from, long sizeBytes) {
    int error = memory.write(process(rank), address, from, sizeBytes);
    if (error != ProcessMemory.DONE) {
      throw failed("process_vm_writev", rank, address, sizeBytes, error);
    }
  }

  /**
   * Returns the exception of a copy that failed. The job soon says that the rank has failed, if it
   * has; else the memory was not there.
   */
  private ArmciException failed(String call, int rank, long address, long sizeBytes, int error) {
    String what =
        Text.format(
            "%s of %d bytes at address 0x%x of rank %d, process %d: error %d of the system",
            call, sizeBytes, address, ranks[rank], process(rank), error);
    if (error == ProcessMemory.NO_SUCH_PROCESS) {
      long deadline = System.nanoTime() + DEATH_NEWS_NANOS;
      armci.signals().await(() -> System.nanoTime() - deadline > 0, () -> what);
    }
    return new ArmciException(
        what + "; memory given to a collective must stay allocated until the call returns");
  }
}
