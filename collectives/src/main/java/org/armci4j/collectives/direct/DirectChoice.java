package org.armci4j.collectives.direct;

import org.armci4j.collectives.algorithm.Shape;

/**
 * Which of the direct forms serves a call, by its length, the number of ranks, and whether they
 * share cores. The same on all ranks of a group, which have all of that in common.
 *
 * <p>Measured with 2 ranks, and with 4 on shared cores, on a machine of 2 cores; with 4, 8 and 16
 * ranks that have a core each on one of 16. Times are in the order of these numbers of ranks.
 *
 * @param ranks how many ranks the group has
 * @param crowded whether they share cores
 */
record DirectChoice(int ranks, boolean crowded) {
  /**
   * Up to so many bytes of others' operands each rank that wants a result combines them for itself,
   * which saves an epoch. Measured with 2 ranks, at once and by shares: reduce of 32 KiB 2.8 and
   * 5.8 µs, of 120 KiB 9.4 and 14.7; allreduce 5.3 and 6.4, 16.6 and 18.1. Where ranks share cores
   * nothing is gained by sharing the work out, so their number does not count: 4 ranks on 2 cores
   * took 7.8 and 14.4 µs for reduce of 32 KiB.
   */
  private static final long AT_ONCE_BYTES = 128 * 1024;

  /**
   * The same for ranks with a core each, to be divided by the square of their number: each would
   * read all others' operands. Allreduce at once and by shares: of 1 KiB 1.4 and 1.7, 2.8 and 2.4,
   * 5.4 and 3.5 µs; of 4 KiB 3.4 and 2.6, 8.4 and 3.9, 15.1 and 5.5.
   */
  private static final long ALLREDUCE_AT_ONCE_BYTES = 32 * 1024;

  /**
   * The same for reduce, where the root alone would read them: of 1 KiB 0.8 and 1.6, 1.8 and 2.4,
   * 3.1 and 3.6 µs; of 4 KiB 2.0 and 2.6, 4.8 and 4.3, 6.1 and 5.0; of 16 KiB with 4 ranks 4.5 and
   * 6.5.
   */
  private static final long REDUCE_AT_ONCE_BYTES = 256 * 1024;

  /**
   * From so many bytes on that a rank gives it pays to find out where the others' buffers lie, and
   * to read there, by loads or by the kernel: system calls and two more epochs instead of a copy.
   * Measured with 2 ranks, in native memory, through the slots and by the kernel, on an AMD:
   * allgather of 64 KiB 5.6 and 6.4 µs, of 128 KiB 13.4 and 9.4; broadcast of 64 KiB 2.5 and 4.8,
   * of 256 KiB 9.2 and 7.8. On an Intel machine it pays from 4 and 16 KiB on. So this is where
   * calls begin, until {@link CopyTrial} has found out.
   */
  private static final long SINGLE_COPY_BYTES = 128 * 1024;

  /**
   * The same where ranks share cores: each exchange of places costs turns of all of them. 4 ranks
   * on 2 cores: allreduce of 64 KiB 42 and 182 µs, of 128 KiB 65 and 134; alltoall of 64 KiB 63 and
   * 72.
   */
  private static final long CROWDED_SINGLE_COPY_BYTES = 256 * 1024;

  /**
   * Beyond so many bytes a root does not combine alone even where ranks share cores, if buffers can
   * be looked for: reduce of 1 MiB of 4 ranks on 2 cores took 275 µs alone and 220 by shares from
   * buffer to buffer, of 4 MiB 1,130 and 910.
   */
  private static final long CROWDED_AT_ONCE_BYTES = 512 * 1024;

  /**
   * From so many bytes on the kernel copies for allreduce between more than two ranks with a core
   * each. Through the slots and by the kernel, of 32 KiB 12 and 16, 15 and 31, 21 and 72 µs; of 128
   * KiB 27 and 41, 38 and 63, 65 and 93. By what the further bytes took, 16 ranks would be equal at
   * some 256 KiB, and fewer later than was measured.
   */
  private static final long COPIED_ALLREDUCE_BYTES = 1024 * 1024;

  private static final long MANY_COPIED_ALLREDUCE_BYTES = 256 * 1024;
  private static final int MANY = 16;

  /** Returns whether more than two ranks have a core each, so that many copy at the same time. */
  private boolean areMany() {
    return !crowded && ranks > 2;
  }

  /**
   * Returns whether each rank that wants the result of a reduction combines all for itself, piece
   * by piece. So does the root of a reduce of any length, if one operand is all that there is of
   * others, or no core is idle meanwhile: 2 MiB of 2 ranks took 149 µs so, and 206 when they were
   * shared out (on an Intel machine 228 and 177).
   */
  boolean isAtOnce(Shape shape) {
    return switch (shape.operation()) {
      case REDUCE -> !areMany() || shape.bytes() <= shared(REDUCE_AT_ONCE_BYTES);
      case ALLREDUCE ->
          shape.bytes() <= (areMany() ? shared(ALLREDUCE_AT_ONCE_BYTES) : AT_ONCE_BYTES);
      default -> false;
    };
  }

  private long shared(long bytes) {
    return bytes / ((long) ranks * ranks);
  }

  /** Returns whether a call's buffers can be looked for. */
  boolean canLookForBuffers(Shape shape) {
    return ranks > 1 && SingleCopy.serves(shape);
  }

  /** Returns whether a call's buffers are looked for before any trial. */
  boolean looksForBuffers(Shape shape) {
    long least = crowded ? CROWDED_SINGLE_COPY_BYTES : SINGLE_COPY_BYTES;
    return canLookForBuffers(shape)
        && SlotBoards.publishedBytes(shape) >= least
        && (!isAtOnce(shape) || (crowded && shape.bytes() > CROWDED_AT_ONCE_BYTES));
  }

  /**
   * Returns whether the kernel is to copy between the buffers that were found. When many ranks read
   * the same pages of one process at the same time they hinder each other: broadcast of 256 KiB
   * through the slots and by the kernel 20 and 55, 34 and 156, 38 and 359 µs, of 1 MiB 74 and 201,
   * 141 and 643, 184 and 1,327. (Where each of the others reads a share and passes it on it takes
   * 42, 53 and 94, and 172, 212 and 334.)
   */
  boolean isForKernel(Shape shape) {
    if (!areMany()) {
      return true;
    }
    return switch (shape.operation()) {
      case BROADCAST -> false;
      case ALLREDUCE ->
          shape.bytes() >= (ranks < MANY ? COPIED_ALLREDUCE_BYTES : MANY_COPIED_ALLREDUCE_BYTES);
      default -> true;
    };
  }
}
