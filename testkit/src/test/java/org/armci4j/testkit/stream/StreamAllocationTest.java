package org.armci4j.testkit.stream;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.function.IntConsumer;
import org.armci4j.Armci;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.stream.BatchStream;
import org.armci4j.stream.ItemStream;
import org.armci4j.stream.RecordStream;
import org.armci4j.stream.RequestStream;
import org.armci4j.testkit.job.HeapUse;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks that compiled pushes put nothing on the heap. */
@Tag("long") // needs the compiler that quick runs leave out
class StreamAllocationTest {
  private static final int ROUNDS = 400;
  private static final int PUSHES = 2000;
  private static final long LARGE_BATCH_BYTES = 1 << 17; // holds all pushes of a round

  /** A handler gets slices of a batch, which are objects, but less than a byte for each push. */
  @Test
  void wholePhasesOnOneHostAllocateNothing() {
    NetworkJobs.threads("local", 2)
        .run(armci -> pushToAll(armci, BatchStream.USUAL_BATCH_BYTES, true));
  }

  /** The network in memory copies each batch on the heap, so batches leave between measurements. */
  @Test
  void pushesOverANetworkAllocateNothing() {
    NetworkJobs.threads("fake", 2).run(armci -> pushToAll(armci, LARGE_BATCH_BYTES, false));
  }

  private static void pushToAll(Armci armci, long batchBytes, boolean wholePhases) {
    MemorySegment source = MemorySegment.ofArray(new long[6]);
    long[] handledBytes = new long[1];
    try (ItemStream stream =
        ItemStream.open(
            armci,
            armci.world(),
            8,
            batchBytes,
            (_, items) -> handledBytes[0] += items.byteSize())) {
      requireNone(armci, stream, wholePhases, i -> stream.pushLong(i % 2, i));
      requireNone(armci, stream, wholePhases, i -> stream.push(i % 2, source, i % 4 * 8L));
    }
    try (ItemStream stream =
        ItemStream.open(
            armci,
            armci.world(),
            16,
            batchBytes,
            (_, items) -> handledBytes[0] += items.byteSize())) {
      requireNone(armci, stream, wholePhases, i -> stream.pushLongs(i % 2, i, -i));
    }
    try (RecordStream stream =
        RecordStream.open(
            armci, armci.world(), 32, batchBytes, (_, _, _, size) -> handledBytes[0] += size)) {
      requireNone(armci, stream, wholePhases, i -> stream.push(i % 2, source, 8, i % 32));
    }
    try (RequestStream stream =
        RequestStream.open(
            armci,
            armci.world(),
            8,
            8,
            batchBytes,
            (_, requests, replies) -> replies.copyFrom(requests),
            (_, tag, _, _) -> handledBytes[0] += tag)) {
      requireNone(armci, stream, wholePhases, i -> stream.requestLong(i % 2, i, i));
      requireNone(armci, stream, wholePhases, i -> stream.request(i % 2, source, 8, i));
    }
  }

  /** Requires less than a byte for each push, on all ranks in some rounds. */
  private static void requireNone(
      Armci armci, BatchStream stream, boolean wholePhases, IntConsumer push) {
    Collectives collectives = Collectives.of(armci);
    long least = Long.MAX_VALUE;
    long most = Long.MAX_VALUE; // of all ranks, so that they end together
    for (int round = 0; round < ROUNDS && most >= PUSHES; round++) {
      least = Math.min(least, HeapUse.bytes(() -> push(stream, wholePhases, push)));
      stream.finish();
      most = collectives.allreduce(least, Reduction.MAX);
    }
    long bytes = most;
    assertTrue(bytes < PUSHES, () -> Text.format("%d bytes on the worst rank", bytes));
  }

  private static void push(BatchStream stream, boolean wholePhase, IntConsumer push) {
    for (int i = 0; i < PUSHES; i++) {
      push.accept(i);
    }
    if (wholePhase) {
      stream.finish();
    }
  }
}
