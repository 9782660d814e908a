package org.armci4j.testkit.lab;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Locale;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.verbs.VerbsSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Cuts one of two wires in the middle of traffic between two ranks, on rails that {@code armci lab
 * --rails 2} has made: nothing is lost, and nothing happens twice.
 */
class RailsLab {
  private static final String DOWN = "ip link set rail%d down";

  /**
   * Command that brings a link up with its route: a link that is taken down loses the lab's route.
   */
  private static final String UP =
      "ip link set rail%1$d up && ip route replace 10.9.%1$d.2 dev rail%1$d src 10.9.%1$d.1 table"
          + " %2$d";

  private static final int ROUNDS = 4;
  private static final int TIMES = 4;
  private static final long STRIPE_BYTES = 8 * 1024;
  private static final int LONG_BYTES = 48 * 1024;
  private static final long SUMS = 0;
  private static final long COUNT = 1024;
  private static final long SIGNAL = 1032;
  private static final long DATA = 2048;

  @AfterEach
  void mend() throws IOException, InterruptedException {
    shell(Text.format(UP, 0, 100));
    shell(Text.format(UP, 1, 102));
  }

  /** Cuts the rail that carries everything that is not divided. */
  @Test
  void theFirstRailIsCutAndMended() {
    TwoRails.ranks(STRIPE_BYTES)
        .run(
            armci -> {
              Exchange exchange = new Exchange(armci);
              exchange.rounds(ROUNDS);
              exchange.roundsDuring(Text.format(DOWN, 0));
              exchange.roundsDuring(Text.format(UP, 0, 100));
              exchange.roundsDuring(Text.format(DOWN, 1));
              exchange.roundsDuring(Text.format(UP, 1, 102));
              exchange.close();
            });
  }

  /** Its port is up, and no packet arrives: everything goes by the other rail. */
  @Test
  void aRailThatLeadsNowhereIsDoneWithout() throws IOException, InterruptedException {
    shell("tc qdisc add dev rail1 root netem loss 100%");
    try {
      TwoRails.ranks(STRIPE_BYTES)
          .run(
              armci -> {
                Exchange exchange = new Exchange(armci);
                exchange.rounds(ROUNDS);
                exchange.close();
              });
    } finally {
      shell("tc qdisc del dev rail1 root");
    }
  }

  @Test
  void withoutAnyRailTheRankEnds() {
    AssertionError error =
        assertThrows(
            AssertionError.class,
            () ->
                TwoRails.ranks(STRIPE_BYTES)
                    .with(VerbsSettings.PORT_TIMEOUT, Duration.ofSeconds(2))
                    .run(
                        armci -> {
                          Exchange exchange = new Exchange(armci);
                          exchange.rounds(1);
                          exchange.roundsDuring(Text.format(DOWN, 0) + ";" + Text.format(DOWN, 1));
                        }));
    String first = error.getCause().getMessage();
    assertTrue(first.contains("lost its connection to rank"), first);
  }

  /** Makes each rank's operations on the other, so that each effect shows. */
  private static final class Exchange {
    private final Armci armci;
    private final int other;
    private final GlobalMemory memory;
    private final MemorySegment numbers = MemorySegment.ofArray(new long[LONG_BYTES / 8]);
    private final MemorySegment seen = MemorySegment.ofArray(new long[LONG_BYTES / 8]);
    private final MemorySegment ones = MemorySegment.ofArray(new long[64]);
    private int round;

    Exchange(Armci armci) {
      this.armci = armci;
      this.other = 1 - armci.rank();
      this.memory = armci.allocate(DATA + LONG_BYTES);
      for (int i = 0; i < ones.byteSize() / 8; i++) {
        ones.setAtIndex(JAVA_LONG, i, 1);
      }
      armci.barrier();
    }

    /** Runs rounds while rank 0 runs a command. */
    void roundsDuring(String command) throws InterruptedException {
      Thread change =
          Thread.ofPlatform().unstarted(() -> shellUnchecked(armci.rank() == 0 ? command : "true"));
      change.start();
      rounds(ROUNDS);
      change.join();
      rounds(ROUNDS);
      System.out.printf(Locale.ROOT, "rank %d, round %d, after %s%n", armci.rank(), round, command);
    }

    void rounds(int count) {
      for (int i = 0; i < count; i++) {
        round++;
        one();
      }
    }

    private void one() {
      for (int i = 0; i < TIMES; i++) {
        armci.accumulate(Accumulation.ofLong(1), ones, memory, other, SUMS);
        long before = armci.fetchAndAdd(memory, other, COUNT, 1);
        assertEquals((round - 1L) * TIMES + i, before, "count of round " + round);
      }
      for (int i = 0; i < numbers.byteSize() / 8; i++) {
        numbers.setAtIndex(JAVA_LONG, i, 1_000_000L * round + i);
      }
      armci.put(numbers, memory, other, DATA);
      armci.get(memory, other, DATA, seen);
      assertEquals(-1, numbers.mismatch(seen), "what came back in round " + round);
      armci.fence(other);
      armci.signal(memory, other, SIGNAL, round);
      armci.waitUntil(memory, SIGNAL, Comparison.GE, round);
      assertEquals(-1, memory.local().asSlice(DATA, LONG_BYTES).mismatch(numbers), "data there");
      for (int i = 0; i < ones.byteSize() / 8; i++) {
        long sum = memory.local().get(JAVA_LONG, SUMS + 8L * i);
        assertEquals((long) TIMES * round, sum, Text.format("sum %d of round %d", i, round));
      }
      armci.barrier();
    }

    void close() {
      armci.free(memory);
    }
  }

  private static void shellUnchecked(String command) {
    try {
      shell(command);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(command, e);
    }
  }

  private static void shell(String command) throws IOException, InterruptedException {
    int code = new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor();
    assertEquals(0, code, command);
  }
}
