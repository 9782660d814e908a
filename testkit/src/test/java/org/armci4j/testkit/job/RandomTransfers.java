package org.armci4j.testkit.job;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.RankFailedException;
import org.armci4j.strided.Section;
import org.armci4j.strided.Strided;

/**
 * Moves data to and from random ranks of a job that may lose some, and knows what must be where.
 * Each rank writes to a part of the blocks that is its own.
 */
public final class RandomTransfers {
  private final Armci armci;
  private final Strided lists;
  private final int partBytes;
  private final Random random;
  private final GlobalMemory data;
  private final GlobalMemory sums;

  /** By rank: what this rank has put there, and added. */
  private final byte[][] put;

  private final long[] added;
  private final long[] accumulates;
  private final boolean[] lost;
  private final byte[] bytes;
  private final MemorySegment source;
  private final MemorySegment read;

  /**
   * Allocates the memory. Collective.
   *
   * @param partBytes what each rank has in each block
   */
  public RandomTransfers(Armci armci, long seed, int partBytes) {
    this.partBytes = partBytes;
    this.armci = armci;
    this.lists = Strided.of(armci);
    this.random = new Random(31 * seed + armci.rank());
    this.data = armci.allocate((long) partBytes * armci.size());
    this.sums = armci.allocate(2L * Long.BYTES * armci.size());
    this.bytes = new byte[partBytes];
    this.source = Arena.ofAuto().allocate(partBytes, 8);
    this.read = Arena.ofAuto().allocate(partBytes, 8);
    this.put = new byte[armci.size()][partBytes];
    this.added = new long[armci.size()];
    this.accumulates = new long[armci.size()];
    this.lost = new boolean[armci.size()];
  }

  /** Makes some transfers. Those to failed ranks throw, and no others. */
  public void transfer(int times) {
    for (int i = 0; i < times; i++) {
      int target = random.nextInt(armci.size());
      try {
        transferTo(target);
        if (random.nextInt(20) == 0) {
          armci.fence(target);
        }
      } catch (RankFailedException failed) {
        lost[target] = true;
        requireLost(failed, target);
      }
    }
  }

  private void requireLost(RankFailedException failed, int target) {
    boolean known = armci.failures().stream().anyMatch(loss -> loss.failure().rank() == target);
    if (failed.failure().rank() != target || !known) {
      failed.printStackTrace(); // what a failed rank causes is told by no trace
      throw new IllegalStateException("a transfer to rank " + target + " met a failed rank");
    }
  }

  private void transferTo(int target) {
    long begin = (long) partBytes * armci.rank();
    int from = random.nextInt(partBytes);
    int length = 1 + random.nextInt(random.nextInt(4) == 0 ? partBytes - from : 300);
    length = Math.min(length, partBytes - from);
    switch (random.nextInt(6)) {
      case 0 -> {
        fill(from, length);
        armci.put(MemorySegment.ofArray(bytes), from, data, target, begin + from, length);
        System.arraycopy(bytes, from, put[target], from, length);
      }
      case 1 -> {
        fill(from, length);
        MemorySegment.copy(bytes, from, source, ValueLayout.JAVA_BYTE, from, length);
        Handle handle = armci.newHandle();
        armci.nbPut(source, from, data, target, begin + from, length, handle);
        awaitAll(handle);
        System.arraycopy(bytes, from, put[target], from, length);
      }
      case 2 -> {
        Handle handle = armci.newHandle();
        armci.nbGet(data, target, begin + from, read, from, length, handle);
        awaitAll(handle);
        requireEqual(target, from, length);
      }
      case 3 -> transferList(target, begin);
      case 4 -> {
        long old = armci.fetchAndAdd(sums, target, 16L * armci.rank(), 1);
        require(old == added[target], "sum " + old + " of " + added[target]);
        added[target]++;
      }
      default -> {
        MemorySegment one = MemorySegment.ofArray(new long[] {1});
        armci.accumulate(Accumulation.ofLong(1), one, sums, target, 16L * armci.rank() + 8);
        accumulates[target]++;
      }
    }
  }

  /** Puts or gets segments with gaps between them. */
  private void transferList(int target, long begin) {
    int segmentBytes = 1 + random.nextInt(Math.min(1000, partBytes / 10));
    int stride = 2 * segmentBytes;
    int segments = 1 + random.nextInt(Math.min(40, partBytes / stride));
    int from = random.nextInt(partBytes - stride * segments + 1);
    Section here = section(from, stride, segmentBytes, segments);
    Section there = section(begin + from, stride, segmentBytes, segments);
    boolean puts = random.nextBoolean();
    if (puts) {
      fill(from, stride * segments);
      MemorySegment.copy(bytes, from, source, ValueLayout.JAVA_BYTE, from, stride * segments);
      lists.put(source, here, data, target, there);
    } else {
      lists.get(data, target, there, read, here);
    }
    for (int at = from; at < from + stride * segments; at += stride) {
      if (puts) {
        System.arraycopy(bytes, at, put[target], at, segmentBytes);
      } else {
        requireEqual(target, at, segmentBytes);
      }
    }
  }

  private static Section section(long from, long stride, long segmentBytes, long segments) {
    return Section.of(from, new long[] {stride}, new long[] {segmentBytes, segments});
  }

  private void awaitAll(Handle handle) {
    if (random.nextBoolean()) {
      handle.await();
    } else {
      handle.awaitRemote();
    }
  }

  private void fill(int from, int length) {
    for (int i = from; i < from + length; i++) {
      bytes[i] = (byte) random.nextInt();
    }
  }

  private void requireEqual(int target, int from, int length) {
    for (int i = from; i < from + length; i++) {
      byte seen = read.get(ValueLayout.JAVA_BYTE, i);
      if (seen != put[target][i]) { // no text for each byte: that would take longest
        throw new IllegalStateException("wrong byte " + i + " of rank " + target);
      }
    }
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException("wrong " + what);
    }
  }

  /**
   * Compares all that lies at ranks that are left, when the others have failed, and computes with
   * them. Collective over them.
   */
  public void checkAll() {
    armci.fenceAll();
    try (Group left = armci.world().shrink(); // waits until the others have died
        Collectives collectives = Collectives.of(armci, left)) {
      checkAll(left);
      require(collectives.allreduce(1L, Reduction.SUM) == left.size(), "not all that are left");
      collectives.barrier();
    }
  }

  private void checkAll(Group left) {
    for (int target : left.ranks()) {
      require(!lost[target], "loss of rank " + target);
      try {
        check(target);
      } catch (RankFailedException failed) {
        requireLost(failed, target); // by UCX itself
      }
    }
    boolean _ = left.agree(true).all();
  }

  private void check(int target) {
    armci.get(data, target, (long) partBytes * armci.rank(), read, 0, partBytes);
    requireEqual(target, 0, partBytes);
    long sum = armci.getLong(sums, target, 16L * armci.rank());
    require(sum == added[target], "sum " + sum + " at rank " + target);
    long accumulated = armci.getLong(sums, target, 16L * armci.rank() + 8);
    require(accumulated == accumulates[target], "accumulated " + accumulated);
  }
}
