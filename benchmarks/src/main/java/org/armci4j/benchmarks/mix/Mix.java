package org.armci4j.benchmarks.mix;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.benchmarks.report.Variant;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.strided.Section;
import org.armci4j.strided.Strided;

/**
 * Uses the runtime like a program that has run for a while: every operation with buffers of every
 * kind, many lengths and types. The JIT compiles a method by the calls it has seen, and these calls
 * share most methods. So figures after the mix are those that programs get, whereas a fresh JVM
 * that repeats one call shows the best case.
 */
public final class Mix {
  /** Rounds of all calls with each buffer: enough to compile shared methods several times. */
  private static final int ROUNDS = 60;

  private static final int COLLECTIVE_ROUNDS = 25;

  private static final List<Long> SIZES_BYTES =
      List.of(4L, 8L, 12L, 16L, 24L, 40L, 64L, 72L, 520L, 4096L);

  private static final List<Long> ROWS_BYTES = List.of(4L, 8L, 16L, 40L, 256L);
  private static final long ROW_COUNT = 12;
  private static final long ROW_PITCH_BYTES = 512;

  private static final List<Accumulation> SUMS =
      List.of(
          Accumulation.ofInt(2),
          Accumulation.ofLong(2),
          Accumulation.ofFloat(1),
          Accumulation.ofDouble(1),
          Accumulation.ofComplexFloat(1, 0),
          Accumulation.ofComplexDouble(1, 0));

  private final Armci armci;
  private final Strided strided;
  private final GlobalMemory target;
  private final int peer;

  private Mix(Armci armci, GlobalMemory target) {
    this.armci = armci;
    this.strided = Strided.of(armci);
    this.target = target;
    this.peer = (armci.rank() + 1) % armci.size();
  }

  /**
   * Performs the mix if the arguments ask for {@link Variant#MIXED}. Collective.
   *
   * @param arguments the arguments of the rank's program
   * @param armci the rank
   */
  public static void run(String[] arguments, Armci armci) {
    if (!Variant.MIXED.isAsked(arguments)) {
      return;
    }
    GlobalMemory own = armci.allocate(MixedMemory.SIZE_BYTES);
    GlobalMemory target = armci.allocate(MixedMemory.SIZE_BYTES);
    try (MixedMemory memory = new MixedMemory(own);
        Collectives collectives = Collectives.of(armci)) {
      Mix mix = new Mix(armci, target);
      for (int round = 0; round < ROUNDS; round++) {
        memory.segments().forEach(mix::transfer);
        mix.values();
      }
      for (int round = 0; round < COLLECTIVE_ROUNDS; round++) {
        for (Elements elements : memory.elements()) {
          SIZES_BYTES.forEach(sizeBytes -> call(collectives, armci.size(), elements, sizeBytes));
        }
      }
    }
    armci.barrier();
    armci.free(target);
    armci.free(own);
  }

  private void transfer(MemorySegment buffer) {
    for (long sizeBytes : SIZES_BYTES) {
      armci.put(buffer, 0, target, peer, 0, sizeBytes);
      armci.nbPut(buffer, 0, target, peer, 0, sizeBytes, armci.implicit());
      armci.get(target, peer, 0, buffer, 0, sizeBytes);
      for (Accumulation sum : SUMS) {
        if (sizeBytes % sum.elementBytes() == 0) {
          armci.accumulate(sum, buffer, 0, target, peer, 0, sizeBytes);
        }
      }
    }
    armci.awaitAll();
    for (long rowBytes : ROWS_BYTES) {
      Section rows = Section.of(0, new long[] {ROW_PITCH_BYTES}, new long[] {rowBytes, ROW_COUNT});
      strided.put(buffer, rows, target, peer, rows);
      strided.get(target, peer, rows, buffer, rows);
      for (Accumulation sum : SUMS) {
        if (rowBytes % sum.elementBytes() == 0) {
          strided.accumulate(sum, buffer, rows, target, peer, rows);
        }
      }
    }
  }

  private void values() {
    for (long offset = 0; offset < MixedMemory.SIZE_BYTES; offset += 128) {
      armci.putLong(target, peer, offset, armci.getLong(target, peer, offset));
      armci.putDouble(target, peer, offset, armci.getDouble(target, peer, offset));
      armci.putInt(target, peer, offset, armci.getInt(target, peer, offset));
      armci.fetchAndAdd(target, peer, offset, 1);
    }
    armci.fence(peer);
  }

  private static void call(Collectives collectives, int ranks, Elements all, long sizeBytes) {
    long count = sizeBytes / all.type().sizeBytes();
    long half = all.count() / 2;
    if (count == 0 || ranks * count > half) {
      return;
    }
    Elements one = all.slice(0, count);
    Elements many = all.slice(0, ranks * count);
    Elements result = all.slice(half, count);
    Elements results = all.slice(half, ranks * count);
    collectives.broadcast(one, 0);
    collectives.reduce(one, result, Reduction.MAX, 0);
    collectives.allreduce(one, result, Reduction.SUM);
    collectives.allgather(one, results);
    collectives.alltoall(many, results);
    collectives.reduceScatter(many, result, Reduction.SUM);
    collectives.scan(one, result, Reduction.SUM);
  }
}
