package org.armci4j.examples.survivors;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;

/**
 * One rank's rows of a plate that the members of a group share, with a halo row above and below.
 */
final class SharedPlate implements AutoCloseable {
  /** The plate has N rows of N points. */
  static final int N = 120;

  private static final int HOT = 100;

  private final Armci armci;
  private final Group group;
  private final int rows;
  private final GlobalMemory halos;
  private double[] now;
  private double[] next;

  /** Makes the plate at its first step: hot above its upper edge, cold elsewhere. */
  SharedPlate(Armci armci, Group group) {
    this.armci = armci;
    this.group = group;
    this.rows = firstRow(group.rank() + 1, group.size()) - firstRow(group.rank(), group.size());
    this.now = new double[(rows + 2) * N];
    if (group.rank() == 0) {
      Arrays.fill(now, 0, N, HOT);
    }
    this.next = now.clone();
    this.halos = group.allocate(2L * 2 * N * Double.BYTES); // two sets of two rows
  }

  /** Returns the first row of a member among so many; of the one behind the last, the end. */
  static int firstRow(int member, int members) {
    return N * member / members;
  }

  /** Returns this rank's rows, for a checkpoint. */
  MemorySegment bytes() {
    return MemorySegment.ofArray(now).asSlice(N * 8L, (long) rows * N * 8);
  }

  /** Takes the rows that this rank shares with others' bytes of an earlier group. */
  void take(MemorySegment bytes, int firstRowOfBytes) {
    int mine = firstRow(group.rank(), group.size());
    int from = Math.max(mine, firstRowOfBytes);
    long rowsOfBytes = bytes.byteSize() / (N * 8L);
    long to = Math.min(mine + rows, firstRowOfBytes + rowsOfBytes);
    if (from < to) {
      MemorySegment.copy(
          bytes,
          (long) (from - firstRowOfBytes) * N * 8,
          bytes(),
          (long) (from - mine) * N * 8,
          (to - from) * N * 8L);
    }
  }

  /** Computes a step: the edge rows go to the neighbours, whose rows arrive in the halos. */
  void advance(long step) {
    long set = step % 2 * 2 * N; // the other set may still be read
    int me = group.rank();
    if (me > 0) {
      halosOf(me - 1, set + N, N);
    }
    if (me < group.size() - 1) {
      halosOf(me + 1, set, rows * N);
    }
    group.barrier();
    MemorySegment arrived = halos.local();
    if (me > 0) {
      MemorySegment.copy(arrived, ValueLayout.JAVA_DOUBLE, set * 8, now, 0, N);
    }
    if (me < group.size() - 1) {
      MemorySegment.copy(arrived, ValueLayout.JAVA_DOUBLE, (set + N) * 8, now, (rows + 1) * N, N);
    }
    for (int i = N; i < (rows + 1) * N; i++) {
      boolean edge = i % N % (N - 1) == 0;
      next[i] = edge ? 0 : (now[i - N] + now[i + N] + now[i - 1] + now[i + 1]) / 4;
    }
    next = swap();
  }

  private double[] swap() {
    double[] old = now;
    System.arraycopy(old, 0, next, 0, N); // the hot row above the plate stays
    now = next;
    return old;
  }

  private void halosOf(int member, long there, int from) {
    halos.doubles(group.worldRank(member)).put(there, now, from, N);
  }

  /** Returns a sum over the bits of this rank's points, which does not depend on who has which. */
  long checksum() {
    long sum = 0;
    long first = (long) firstRow(group.rank(), group.size()) * N;
    for (int i = 0; i < rows * N; i++) {
      sum += Double.doubleToRawLongBits(now[N + i]) * (2 * (first + i) + 1);
    }
    return sum;
  }

  /** Waits for no member. */
  @Override
  public void close() {
    if (!armci.isClosed()) {
      group.freeLater(halos);
    }
  }
}
