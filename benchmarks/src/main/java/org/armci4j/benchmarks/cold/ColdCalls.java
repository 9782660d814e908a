package org.armci4j.benchmarks.cold;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.strided.Section;
import org.armci4j.strided.Strided;

/**
 * Makes the calls of a program that has just started. A call's own set-up, such as a section,
 * happens before the first call; work that the runtime does on a first call counts with that call.
 */
final class ColdCalls implements AutoCloseable {
  private static final int ROOT = 0;
  private static final long ROW_BYTES = 256;
  private static final long PITCH_BYTES = 512;

  private final Armci armci;
  private final int target;
  private final int ranks;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment local;
  private final GlobalMemory memory;

  /** Allocates the memory of all ranks. Collective. */
  ColdCalls(Armci armci, long sizeBytes) {
    this.armci = armci;
    this.ranks = armci.size();
    this.target = Math.min(1, ranks - 1);
    long bytes = Math.max(Long.BYTES, ranks * sizeBytes) * (PITCH_BYTES / ROW_BYTES);
    this.local = arena.allocate(2 * bytes, 4096);
    this.memory = armci.allocate(bytes);
  }

  /** Returns the loop of this rank's calls. In a one-sided operation only rank 0 makes calls. */
  LongConsumer of(ColdPoint point) {
    long sizeBytes = point.sizeBytes();
    LongConsumer oneSided =
        switch (point.operation()) {
          case "put" -> count -> put(sizeBytes, count);
          case "get" -> count -> get(sizeBytes, count);
          case "accumulate" -> accumulate(sizeBytes);
          case "put-rows" -> putRows(sizeBytes);
          case "fetch-add" -> this::fetchAdd;
          default -> null;
        };
    if (oneSided != null) {
      return armci.rank() == 0 ? oneSided : count -> {};
    }
    return point.operation().equals("signal") ? new SignalPair() : collective(point);
  }

  /** Puts; each put completes at the target before the next one starts. */
  private void put(long sizeBytes, long count) {
    for (long i = 0; i < count; i++) {
      armci.put(local, 0, memory, target, 0, sizeBytes);
      armci.fence(target);
    }
  }

  private void get(long sizeBytes, long count) {
    for (long i = 0; i < count; i++) {
      armci.get(memory, target, 0, local, 0, sizeBytes);
    }
  }

  private LongConsumer accumulate(long sizeBytes) {
    Accumulation sum = Accumulation.ofDouble(1);
    return count -> {
      for (long i = 0; i < count; i++) {
        armci.accumulate(sum, local, 0, memory, target, 0, sizeBytes);
        armci.fence(target);
      }
    };
  }

  private LongConsumer putRows(long sizeBytes) {
    Strided strided = Strided.of(armci);
    long[] counts = {ROW_BYTES, sizeBytes / ROW_BYTES};
    Section rows = Section.of(0, new long[] {PITCH_BYTES}, counts);
    return count -> {
      for (long i = 0; i < count; i++) {
        strided.put(local, rows, memory, target, rows);
        armci.fence(target);
      }
    };
  }

  private void fetchAdd(long count) {
    for (long i = 0; i < count; i++) {
      armci.fetchAndAdd(memory, target, 0, 1);
    }
  }

  /** Sends signals between ranks 0 and 1 in turn: two a count. */
  private final class SignalPair implements LongConsumer {
    private long last;

    @Override
    public void accept(long count) {
      int rank = armci.rank();
      if (rank > 1) {
        return;
      }
      long end = last + count;
      for (long next = last + 1; next <= end; next++) {
        if (rank == 0) {
          armci.signal(memory, target, 0, next);
        }
        armci.waitUntil(memory, 0, Comparison.GE, next);
        if (rank == 1) {
          armci.signal(memory, 0, 0, next);
        }
      }
      last = end;
    }
  }

  private LongConsumer collective(ColdPoint point) {
    Collectives collectives = Collectives.of(armci);
    long sizeBytes = point.sizeBytes();
    long all = ranks * sizeBytes;
    Elements one = doubles(0, sizeBytes);
    Elements result = doubles(all, sizeBytes);
    Elements each = doubles(0, all);
    Elements ofEach = doubles(all, all);
    return switch (point.operation()) {
      case "barrier" -> repeat(collectives::barrier);
      case "broadcast" -> repeat(() -> collectives.broadcast(one, ROOT));
      case "allreduce" -> repeat(() -> collectives.allreduce(one, result, Reduction.SUM));
      case "alltoall" -> repeat(() -> collectives.alltoall(each, ofEach));
      default -> throw new IllegalArgumentException("no operation " + point.operation());
    };
  }

  private Elements doubles(long offset, long sizeBytes) {
    return Elements.of(local, offset, sizeBytes / Double.BYTES, ElementType.DOUBLE);
  }

  private static LongConsumer repeat(Runnable call) {
    return count -> {
      for (long i = 0; i < count; i++) {
        call.run();
      }
    };
  }

  /** Frees the memory of all ranks. Collective. */
  @Override
  public void close() {
    armci.free(memory);
    arena.close();
  }
}
