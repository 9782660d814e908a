package org.armci4j.transport.network.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.WordChange;
import org.armci4j.transport.WordWrites;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.helper.HelperRequest;
import org.armci4j.transport.network.helper.RemoteHelper;
import org.junit.jupiter.api.Test;

/** Operations start in their call, or in the order of the calls. */
class OutboxTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int CALLS = 2000;

  private final RecordingEndpoint endpoint = new RecordingEndpoint();
  private final BounceBuffers buffers =
      new BounceBuffers(MemorySegment.ofArray(new long[1 << 11]), 16);
  private final RemoteHelper helper =
      new RemoteHelper(0, 1, endpoint, buffers, MemorySegment.ofArray(new long[32]), 512);
  private final RecordingHelper own = new RecordingHelper();
  private final Outbox outbox =
      new Outbox(
          new RankRoute(endpoint, helper, buffers, 1 << 20, new NothingAhead()),
          new PutBurst(0),
          16,
          1 << 14,
          _ -> {},
          own);
  private final MemorySegment heap = MemorySegment.ofArray(new byte[4096]);
  private final SegmentList list = new SegmentList();

  private static final class NothingAhead implements RankRoute.Ahead {
    @Override
    public boolean isCarriedOut() {
      return true;
    }

    @Override
    public boolean isHelped() {
      return true;
    }

    @Override
    public boolean isRequested() {
      return true;
    }
  }

  private long put(MemorySegment source, int sizeBytes) {
    return outbox.start(outbox.begin().transfer().become(false, source, 0, 0, null, sizeBytes));
  }

  private long get(int sizeBytes) {
    return outbox.start(outbox.begin().transfer().become(true, heap, 0, 0, null, sizeBytes));
  }

  private void word(long value) {
    outbox.start(outbox.begin().word().put(value, Long.BYTES, 0, null));
  }

  private long putSignal(int sizeBytes, WordWrites words, long value) {
    PutWithSignal put = outbox.begin().signalledPut();
    put.signalled().words(words, 0, null, 64, value);
    return outbox.start(put.put(heap, 0, 0, null, sizeBytes));
  }

  private long fetchAdd(long operand) {
    return outbox.start(
        outbox
            .begin()
            .update()
            .change(WordChange.ADD, Long.BYTES, 0, null, operand, 0)
            .into(heap, 0));
  }

  private void call() {
    assertEquals(RemoteBlock.COMPLETE, put(heap, 1024));
    assertEquals(RemoteBlock.COMPLETE, get(1024));
    word(1);
    putSignal(8, WordWrites.NONE, 1);
    assertEquals(RemoteBlock.COMPLETE, fetchAdd(3));
    outbox.start(outbox.begin().update().change(WordChange.ADD, Long.BYTES, 0, null, 1, 0));
    outbox.start(outbox.begin().list().become(false, heap, 0, 0, null, list));
  }

  @Test
  void callsThatStartAtOnceAllocateNothing() {
    list.addRun(0, 64, 0, 64, 8, 20);
    call(); // makes the objects
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 10; round++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      long own = THREADS.getCurrentThreadAllocatedBytes() - before;
      before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        call();
      }
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before - own);
    }
    assertTrue(least < CALLS, least + " bytes in " + CALLS + " rounds of calls");
  }

  @Test
  void whatHasToWaitStartsInTheOrderOfTheCalls() {
    list.addRun(0, 64, 0, 64, 8, 20);
    List<String> log = endpoint.log();
    endpoint.setRoom(0);
    Transfer first = outbox.begin().transfer();
    long ticket = outbox.start(first.become(false, heap, 0, 0, null, 1024));
    assertEquals(1, ticket, "the operation that would follow");
    assertEquals(RemoteBlock.COMPLETE, put(heap, 8), "short ones are copied");
    get(16);
    word(5);
    outbox.start(outbox.begin().list().become(true, heap, 0, 0, null, list));
    assertFalse(outbox.isEmpty());
    assertFalse(outbox.isOver(ticket));
    assertEquals(List.of(), log);
    Spares spares = outbox.begin();
    assertNotSame(first, spares.transfer(), "it stands for its call alone");
    outbox.start(spares.word().put(6, Long.BYTES, 0, null));
    endpoint.setRoom(3);
    assertTrue(outbox.take());
    assertTrue(outbox.isEmpty());
    assertTrue(outbox.isOver(ticket));
    assertEquals(
        List.of(
            "put 1024",
            "put 8",
            "get 16",
            "word 5",
            "get of segments 3",
            "get of segments 3",
            "get of segments 3",
            "get of segments 3",
            "get of segments 3",
            "get of segments 3",
            "get of segments 2",
            "word 6"),
        log);
  }

  /** Where there is no room for data and words together, each goes by itself. */
  @Test
  void aSignalFollowsItsData() {
    List<String> log = endpoint.log();
    endpoint.setRoom(2);
    WordWrites words = new WordWrites().add(8, 7).signalHelper();
    putSignal(512, words, 9);
    words.clear();
    assertEquals(List.of("put 512", "word 7", "notification 9"), log);
    log.clear();
    endpoint.setRoom(1); // a notification is two operations
    words.add(8, 3).signalHelper();
    putSignal(0, words, 4);
    words.clear(); // the call is over, though its words have not been written
    assertEquals(List.of("word 3"), log);
    word(5);
    endpoint.setRoom(4);
    assertTrue(outbox.take());
    assertEquals(List.of("word 3", "notification 4", "word 5"), log);
  }

  /** Each part of an array is a message: as few as the network wants, the first soon under way. */
  @Test
  void whatIsCopiedGoesInPartsThatGrow() {
    endpoint.setFirstPiece(256);
    List<String> log = endpoint.log();
    put(heap, 256);
    get(256);
    assertEquals(List.of("put 256", "get 256"), log);
    log.clear();
    put(heap, 3000);
    assertEquals(List.of("put 256", "put 512", "put 1024", "put 1024", "put 184"), log);
  }

  /** No other thread could read it, and its owner may close its arena after the call. */
  @Test
  void memoryOfAConfinedArenaIsCopied() {
    endpoint.setRoom(0);
    try (Arena arena = Arena.ofConfined()) {
      assertEquals(RemoteBlock.COMPLETE, put(arena.allocate(4096), 4096));
    }
    endpoint.setRoom(1);
    List<String> log = endpoint.log();
    assertTrue(outbox.take());
    assertEquals(List.of("put 4096"), log);
  }

  @Test
  void aCallUsesTheObjectOfTheCallBefore() {
    Transfer first = outbox.begin().transfer();
    outbox.start(first.become(false, heap, 0, 0, null, 8));
    assertSame(first, outbox.begin().transfer());
    outbox.start(first.become(false, heap, 0, 0, null, 8));
  }

  private void sendMessage() {
    assertTrue(helper.tryBegin());
    try {
      helper.send(HelperRequest.Kind.ADD_LONG, 0, 0, 1, 0, 0, (_, _, _) -> 0);
    } finally {
      helper.end();
    }
  }

  /** The answers of a rank that has died never come, so nobody may serve until they are there. */
  @Test
  void noThreadServesForTheAnswersOfALostRank() {
    assertFalse(outbox.take());
    assertEquals(0, own.attends(), "no message is unanswered");
    sendMessage();
    assertFalse(outbox.take());
    assertEquals(1, own.attends());
    endpoint.progress().failWithoutSuspect("the rank has died");
    assertFalse(outbox.take());
    assertEquals(1, own.attends());
  }

  /** Service may wait and run calls, so only waits and the helper thread serve. */
  @Test
  void aCallThatGathersDoesNotServe() {
    sendMessage();
    outbox.shared().put(heap, 0, 0, 0, null, 8);
    outbox.shared().put(heap, 0, 0, 0, null, 256);
    outbox.shared().put(heap, 0, 0, 0, null, 256);
    assertEquals(0, own.attends());
  }
}
