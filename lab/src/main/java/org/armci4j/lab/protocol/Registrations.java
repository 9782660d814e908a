package org.armci4j.lab.protocol;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.lab.verbs.RegistrationCount;
import org.armci4j.transport.network.ranges.RegisteredRanges;
import org.armci4j.transport.network.ranges.ScopedRanges;

/**
 * Counts the device's {@linkplain RegistrationCount registrations} during operations, and reports
 * them for a million operations. Also measures the look-up of a registration.
 */
final class Registrations {
  private static final String ROW = "R2";
  private static final int OPERATIONS = 2000;
  private static final int ALLOCATIONS = 1000;
  private static final int USERS = 16;
  private static final long BYTES = 64 << 10;
  private static final long ALLOCATION_BYTES = 4096;
  private static final double MILLION = 1e6;
  private static final int[] RANGES = {1, 16, 256, 4096};

  /** Numbers of registered ranges of user memory, up to the limit of kept ones. */
  private static final int[] USERS_RANGES = {1, 16, 256};

  private static final int LOOK_UPS = 100_000;

  private Registrations() {}

  static void measure(ProtocolRank rank) {
    rank.open(
        settings -> {},
        pair -> {
          lookUps();
          try (Arena arena = Arena.ofShared()) {
            long before = RegistrationCount.now();
            pair.put(pair.own(), BYTES);
            MemorySegment[] users = new MemorySegment[USERS];
            for (int i = 0; i < USERS; i++) {
              users[i] = arena.allocate(BYTES, ALLOCATION_BYTES);
            }
            for (int i = 0; i < OPERATIONS; i++) {
              pair.put(users[i % USERS], BYTES);
            }
            print("puts of 16 of the user's segments", before, OPERATIONS);
            before = RegistrationCount.now();
            for (int i = 0; i < ALLOCATIONS; i++) {
              pair.put(pair.armci().allocateLocal(arena, ALLOCATION_BYTES), ALLOCATION_BYTES);
            }
            print("allocateLocal and put", before, ALLOCATIONS);
          }
        });
    rank.openAlike(Registrations::allocate);
  }

  /** Allocates global memory again and again; counts the registrations of both ranks together. */
  private static void allocate(Armci armci) {
    List<GlobalMemory> all = new ArrayList<>();
    armci.barrier();
    long before = RegistrationCount.now();
    armci.barrier();
    for (int i = 0; i < ALLOCATIONS; i++) {
      all.add(armci.allocate(ALLOCATION_BYTES));
    }
    if (armci.rank() == 0) {
      print("allocate, each of two ranks", before, 2 * ALLOCATIONS);
    }
    armci.barrier();
    all.forEach(armci::free);
  }

  private static void print(String operation, long before, int operations) {
    double made = RegistrationCount.now() - before;
    FigureLines.print(
        ROW, operation, BYTES, "registrations a million", made / operations * MILLION);
  }

  /** Measures look-ups in the table of allocated memory and in the table of the user's memory. */
  private static void lookUps() {
    for (int count : RANGES) {
      RegisteredRanges<Integer> ranges = new RegisteredRanges<>();
      for (int i = 0; i < count; i++) {
        ranges.add(address(i), BYTES, i);
      }
      lookUps("look-up among " + count, count, address -> ranges.find(address, BYTES));
    }
    MemorySegment.Scope scope = Arena.ofAuto().scope();
    for (int count : USERS_RANGES) {
      ScopedRanges<Integer> ranges = new ScopedRanges<>();
      for (int i = 0; i < count; i++) {
        ranges.add(new ScopedRanges.ScopedRange<>(scope, address(i), BYTES, true, i));
      }
      lookUps(
          "look-up of the user's among " + count,
          count,
          address -> ranges.find(scope, address, BYTES, true));
    }
  }

  private static long address(int range) {
    return 2L * range * BYTES;
  }

  private static void lookUps(String operation, int count, LongFunction<Integer> find) {
    long[] found = {0};
    Times all =
        Times.of(
            () -> {
              for (int i = 0; i < LOOK_UPS; i++) {
                found[0] += find.apply(address((int) (i * 7919L % count)));
              }
            });
    FigureLines.print(
        ROW, operation, 0, found[0] < 0 ? "none" : "each", Times.of(all.median() / LOOK_UPS));
  }
}
