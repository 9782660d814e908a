package org.armci4j.testkit.stream;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.stream.ItemStream;
import org.armci4j.stream.RecordHandler;
import org.armci4j.stream.RecordStream;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The system property {@code test.seed} repeats the draws of a run. */
class RecordStreamTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime());

  @ParameterizedTest
  @CsvSource({"local, 4, 8", "fake, 3, 3", "ucx, 3, 3"})
  void recordsComeWholeAndInOrder(String transport, int ranks, int cases) {
    System.out.printf(Locale.ROOT, "records over %s: -Dtest.seed=%d%n", transport, SEED);
    NetworkJobs.threads(transport, ranks).run(armci -> anyStreams(armci, cases));
  }

  /** Each letter is the host of a rank. */
  @ParameterizedTest
  @CsvSource({"fake, aabb, true", "fake, abbccc, true", "fake, abab, false", "ucx, aabb, true"})
  void recordsBetweenHostsComeWholeAndInOrder(String transport, String hosts, boolean shared) {
    System.out.printf(Locale.ROOT, "records, %s %s: -Dtest.seed=%d%n", transport, hosts, SEED);
    NetworkJobs.onHosts(transport, hosts, shared)
        .run(
            armci -> {
              anyStreams(armci, 4);
              new Exchange(armci, 17, 1).run(SEED);
            });
  }

  private static void anyStreams(Armci armci, int cases) {
    SplittableRandom sizes = new SplittableRandom(SEED);
    for (int i = 0; i < cases; i++) {
      int mostBytes = 1 << sizes.nextInt(1, 12);
      new Exchange(armci, mostBytes, sizes.nextInt(1, 5000)).run(sizes.nextLong());
    }
  }

  /** Both sides draw the records of a pair of ranks from one seed. */
  private static final class Exchange implements RecordHandler {
    private final Armci armci;
    private final int mostBytes;
    private final RecordStream stream;
    private final SplittableRandom[] sent;
    private final SplittableRandom[] expected;
    private long pushed;
    private long handled;

    Exchange(Armci armci, int mostBytes, long batchBytes) {
      this.armci = armci;
      this.mostBytes = mostBytes;
      this.stream = RecordStream.open(armci, armci.world(), mostBytes, batchBytes, this);
      this.sent = new SplittableRandom[armci.size()];
      this.expected = new SplittableRandom[armci.size()];
    }

    void run(long seed) {
      for (int rank = 0; rank < armci.size(); rank++) {
        sent[rank] = new SplittableRandom(seed + 100L * armci.rank() + rank);
        expected[rank] = new SplittableRandom(seed + 100L * rank + armci.rank());
      }
      armci.barrier(); // nothing is handled before
      SplittableRandom targets = new SplittableRandom(seed - armci.rank());
      for (int phase = 0; phase < 2; phase++) {
        int records = targets.nextInt(400);
        for (int i = 0; i < records; i++) {
          int target = targets.nextInt(armci.size());
          byte[] record = draw(sent[target], 3);
          stream.push(target, MemorySegment.ofArray(record), 3, record.length - 3);
          pushed++;
        }
        stream.finish();
        assertEquals(sum(pushed), sum(handled));
      }
      stream.close();
    }

    private long sum(long number) {
      return Collectives.of(armci).allreduce(number, Reduction.SUM);
    }

    private byte[] draw(SplittableRandom random, int before) {
      byte[] record = new byte[before + random.nextInt(mostBytes + 1)];
      random.nextBytes(record);
      return record;
    }

    @Override
    public void handle(int origin, MemorySegment memory, long offset, int sizeBytes) {
      byte[] record = draw(expected[origin], 3);
      assertEquals(record.length - 3, sizeBytes);
      assertEquals(0, offset % Long.BYTES);
      MemorySegment drawn = MemorySegment.ofArray(record).asSlice(3);
      assertEquals(-1, drawn.mismatch(memory.asSlice(offset, sizeBytes)));
      handled++;
    }
  }

  @ArmciTest(ranks = 2)
  void wrongUsesAreRefused(Armci armci) {
    RecordHandler none = (_, _, _, _) -> {};
    refused("records of 0 bytes", () -> RecordStream.open(armci, 0, none));
    refused(
        "opens another stream",
        () -> {
          if (armci.rank() == 0) {
            RecordStream.open(armci, 8, none);
          } else {
            ItemStream.open(armci, armci.world(), 8, 8192, (_, _) -> {});
          }
        });
    MemorySegment source = MemorySegment.ofArray(new long[4]);
    long[] sum = new long[1];
    RecordHandler add =
        (_, memory, offset, sizeBytes) ->
            sum[0] += sizeBytes == 0 ? 1 : memory.get(JAVA_LONG_UNALIGNED, offset) + sizeBytes;
    try (RecordStream stream = RecordStream.open(armci, 8, add)) {
      refused("a record of 9 bytes is larger", () -> stream.push(0, source, 0, 9));
      refused("there is no rank 2 among 2", () -> stream.push(2, source, 0, 8));
      assertThrows(IndexOutOfBoundsException.class, () -> stream.push(0, source, 25, 8));
      assertThrows(IndexOutOfBoundsException.class, () -> stream.push(0, source, 0, -1));
      source.set(JAVA_BYTE, 8, (byte) 40);
      stream.push(1, source, 8, 8);
      stream.push(1, source, 32, 0);
      stream.finish();
      assertEquals(armci.rank() == 1 ? 2 * 49 : 0, sum[0]);
    }
  }
}
