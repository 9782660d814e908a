package org.armci4j.profile.recording;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/**
 * Compares the clocks of several ranks, one of each host, by exchanges among them. An exchange is
 * complete at one moment: after all have called it, and before any has returned. So the clock of a
 * rank is ahead of another one by at least its call less the other's return, and by at most its
 * return less the other's call. Several exchanges in a row bound the difference more closely.
 */
final class ClockComparison {
  private static final int ROUNDS = 16;

  private final LongSupplier clock;

  /** Gives a value to the others under a key, and returns those of all; the first is rank 0's. */
  private final BiFunction<String, byte[], List<byte[]>> exchange;

  ClockComparison(LongSupplier clock, BiFunction<String, byte[], List<byte[]>> exchange) {
    this.clock = clock;
    this.exchange = exchange;
  }

  /** Compares this rank's clock with that of the first rank. Collective. */
  ClockReading read(String name) {
    ByteBuffer times = ByteBuffer.allocate(2 * ROUNDS * Long.BYTES);
    for (int round = 0; round < ROUNDS; round++) {
      times.putLong(clock.getAsLong());
      List<byte[]> _ = exchange.apply(name + " " + round, new byte[0]);
      times.putLong(clock.getAsLong());
    }
    List<byte[]> all = exchange.apply(name + " times", times.array());
    if (Arrays.equals(times.array(), all.getFirst())) {
      return new ClockReading(clock.getAsLong(), 0, 0); // this is the first rank
    }
    return compare(times.flip().asLongBuffer(), ByteBuffer.wrap(all.getFirst()).asLongBuffer());
  }

  private static ClockReading compare(LongBuffer mine, LongBuffer first) {
    long origin = mine.get(0) - first.get(0); // sums of differences from it do not overflow
    long least = Long.MIN_VALUE;
    long most = Long.MAX_VALUE;
    for (int call = 0; call < 2 * ROUNDS; call += 2) {
      least = Math.max(least, mine.get(call) - first.get(call + 1) - origin);
      most = Math.min(most, mine.get(call + 1) - first.get(call) - origin);
    }
    return new ClockReading(
        mine.get(2 * ROUNDS - 1), origin + (least + most) / 2, Math.max(most - least, 0) / 2 + 1);
  }
}
