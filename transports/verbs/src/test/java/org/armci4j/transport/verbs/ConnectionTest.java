package org.armci4j.transport.verbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.WordWrites;
import org.armci4j.transport.network.CloseStack;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.SignalledData;
import org.armci4j.transport.network.ValueSlots;
import org.armci4j.transport.verbs.key.VerbsRemoteKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of one connection, on a device that exists in this process alone. */
class ConnectionTest {
  private static final int MANY = 1000;

  private final ConnectionRig rig = new ConnectionRig();
  private final Connection connection = rig.connection;
  private final long remote = rig.remote.address();

  @AfterEach
  void close() {
    rig.close();
  }

  /** The order is that of the posting, which the device keeps. */
  @ParameterizedTest
  @ValueSource(ints = {8, ConnectionRig.INLINE_BYTES, 512, ConnectionRig.MAX_MESSAGE_BYTES})
  void dataAndItsSignalArePostedTogether(int sizeBytes) {
    rig.registered.asSlice(0, sizeBytes).fill((byte) 5);
    long ticket = putSignal(rig.registered, sizeBytes);
    assertEquals(List.of(2), rig.device.chains());
    assertEquals(
        List.of(
            Text.format("write of 1 segments, %d bytes", sizeBytes),
            "write of 1 segments, 8 bytes"),
        rig.device.log());
    assertEquals(
        -1, rig.registered.asSlice(0, sizeBytes).mismatch(rig.remote.asSlice(0, sizeBytes)));
    assertEquals(99, rig.remote.get(JAVA_LONG, 32768));
    assertEquals(sizeBytes <= ConnectionRig.INLINE_BYTES, ticket == RemoteBlock.COMPLETE);
    connection.progress().await(ticket, "put");
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 3 * ConnectionRig.MAX_MESSAGE_BYTES})
  void aSignalComesLastWhereDataGoInPieces(int sizeBytes) {
    MemorySegment heap = MemorySegment.ofArray(new byte[sizeBytes]).fill((byte) 3);
    putSignal(heap, sizeBytes);
    assertEquals(-1, heap.mismatch(rig.remote.asSlice(0, sizeBytes)));
    assertEquals("write of 1 segments, 8 bytes", rig.device.log().getLast());
    assertEquals(99, rig.remote.get(JAVA_LONG, 32768));
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 24, ConnectionRig.SIGNAL_WITH_DATA_BYTES})
  void wordsAndTheirSignalInOneLineAreOneMessage(int sizeBytes) {
    rig.registered.asSlice(0, sizeBytes).fill((byte) 5);
    long word = line() + 56;
    putSignalBefore(word, sizeBytes, 1);
    assertEquals(
        List.of(Text.format("write of 1 segments, %d bytes", sizeBytes + 8)), rig.device.log());
    long begin = word - sizeBytes;
    assertEquals(
        -1, rig.registered.asSlice(0, sizeBytes).mismatch(rig.remote.asSlice(begin, sizeBytes)));
    assertEquals(99, rig.remote.get(JAVA_LONG_UNALIGNED, word));
  }

  /** Of such data it is not certain that they are seen before the signal. */
  @ParameterizedTest
  @CsvSource({"0, 8, 1", "8, 16, 1", "56, 12, 1", "56, 8, 2", "56, 48, 1"})
  void dataNotInTheLineOfTheirSignalAreMessagesApart(long at, int sizeBytes, int key) {
    putSignalBefore(line() + at, sizeBytes, key);
    assertEquals(
        List.of(
            Text.format("write of 1 segments, %d bytes", sizeBytes),
            "write of 1 segments, 8 bytes"),
        rig.device.log());
    assertEquals(99, rig.remote.get(JAVA_LONG_UNALIGNED, line() + at));
  }

  /** Where in the target's memory a line begins, with another before it. */
  private long line() {
    return 128 - (remote & 63);
  }

  private void putSignalBefore(long word, int sizeBytes, int wordKey) {
    long place = remote + word - sizeBytes;
    SignalledData put = new SignalledData().data(rig.registered, 0, place, null, sizeBytes);
    put.words(WordWrites.NONE, 0, new VerbsRemoteKey(wordKey), remote + word, 99);
    rig.signalled.put(put, 1);
  }

  private long putSignal(MemorySegment source, int sizeBytes) {
    return putSignal(source, sizeBytes, WordWrites.NONE);
  }

  private long putSignal(MemorySegment source, int sizeBytes, WordWrites words) {
    long base = remote + 32768;
    SignalledData put = new SignalledData().data(source, 0, remote, null, sizeBytes);
    return rig.signalled.put(put.words(words, base, new VerbsRemoteKey(1), base, 99), 1);
  }

  /** The last word of a procedure call's request wakes a helper thread: still one call. */
  @ParameterizedTest
  @ValueSource(ints = {8, 512})
  void theWordThatWakesAHelperIsPostedWithTheRest(int sizeBytes) {
    rig.registered.asSlice(0, sizeBytes).fill((byte) 5);
    long ticket = putSignal(rig.registered, sizeBytes, new WordWrites().add(16, 7).signalHelper());
    assertEquals(List.of(3), rig.device.chains());
    assertEquals("write with immediate of 1 segments, 8 bytes", rig.device.log().getLast());
    assertEquals(7, rig.remote.get(JAVA_LONG, 32768 + 16));
    assertEquals(99, rig.remote.get(JAVA_LONG, 32768));
    connection.progress().await(ticket, "put");
  }

  /** One call of the device for data, words and signal, in this order; one completion of all. */
  @ParameterizedTest
  @ValueSource(ints = {0, 8, ConnectionRig.INLINE_BYTES, 512, ConnectionRig.MAX_MESSAGE_BYTES})
  void dataAndItsWordsArePostedTogether(int sizeBytes) {
    rig.registered.asSlice(0, sizeBytes).fill((byte) 5);
    long ticket = putSignal(rig.registered, sizeBytes, new WordWrites().add(16, 7).add(8, 6));
    assertEquals(List.of(sizeBytes == 0 ? 3 : 4), rig.device.chains());
    assertEquals("write of 1 segments, 8 bytes", rig.device.log().getLast());
    assertEquals(
        -1, rig.registered.asSlice(0, sizeBytes).mismatch(rig.remote.asSlice(0, sizeBytes)));
    assertEquals(7, rig.remote.get(JAVA_LONG, 32768 + 16));
    assertEquals(6, rig.remote.get(JAVA_LONG, 32768 + 8));
    assertEquals(99, rig.remote.get(JAVA_LONG, 32768));
    boolean complete = ticket == RemoteBlock.COMPLETE;
    assertEquals(sizeBytes <= ConnectionRig.INLINE_BYTES, complete);
    if (!complete) {
      connection.progress().await(ticket, "put");
      assertEquals(1, rig.device.completionsAsked());
    }
  }

  /** The same of memory that has to be copied; of more than one piece, of the last one. */
  @ParameterizedTest
  @CsvSource({"512, 4", "1024, 4", "1032, 4", "8192, 4"})
  void theLastPieceGoesWithTheWords(int sizeBytes, int last) {
    MemorySegment heap = MemorySegment.ofArray(new byte[sizeBytes]).fill((byte) 3);
    long ticket = putSignal(heap, sizeBytes, new WordWrites().add(16, 7).add(8, 6));
    assertEquals(RemoteBlock.COMPLETE, ticket);
    assertEquals(last, rig.device.chains().getLast());
    assertEquals(Math.ceilDiv(sizeBytes, ConnectionRig.PIECE_BYTES), rig.device.chains().size());
    assertEquals(-1, heap.mismatch(rig.remote.asSlice(0, sizeBytes)));
    assertEquals(99, rig.remote.get(JAVA_LONG, 32768));
  }

  @Test
  void theQueueNeverRunsOver() {
    rig.device.slowDown(3);
    for (int i = 0; i < MANY; i++) {
      connection.writeWord(i, Long.BYTES, remote + 8L * i, 1);
    }
    connection.flush();
    for (int i = 0; i < MANY; i++) {
      assertEquals(i, rig.remote.get(JAVA_LONG, 8L * i));
    }
    assertEquals(ConnectionRig.DEPTH, rig.device.mostQueued());
    assertEquals("", connection.progress().underWay());
  }

  /** It takes more polls than a wait makes before it begins to yield and sleep. */
  @Test
  void aSlowReceiverIsWaitedFor() {
    rig.device.slowDown(ConnectionRig.MANY_POLLS);
    rig.remote.set(JAVA_LONG, 0, 17);
    long first = connection.read(rig.registered.address(), 8, 7, remote, 1);
    long second = connection.read(rig.registered.address() + 8, 8, 7, remote, 1);
    connection.progress().await(first, "get");
    assertTrue(
        connection.progress().underWay().startsWith("1 requests to rank 1 through emulated"));
    connection.progress().await(second, "get");
    assertEquals(17, rig.registered.get(JAVA_LONG, 8));
  }

  /** Whatever is waited for: the limit of a rank's waits is that of its transfers too. */
  @Test
  void aWaitEndsWithItsTimeOut() {
    try (ConnectionRig slow = new ConnectionRig(false, Duration.ofMillis(20))) {
      slow.device.slowDown(Integer.MAX_VALUE);
      long target = slow.remote.address();
      long ticket = slow.connection.read(slow.registered.address(), 8, 7, target, 1);
      ValueSlots slots = new ValueSlots(slow.registered, slow.waiter);
      IntStream.range(0, ValueSlots.SIZE_BYTES / ValueSlots.STRIDE_BYTES)
          .forEach(i -> slots.take());
      List<Runnable> waits =
          List.of(
              () -> slow.connection.progress().await(ticket, "get"),
              () -> slow.connection.awaitOver(ticket),
              slow.connection::flush,
              () ->
                  IntStream.range(0, MANY)
                      .forEach(i -> slow.connection.writeWord(i, Long.BYTES, target, 1)),
              slots::take);
      for (Runnable wait : waits) {
        String message = assertThrows(ArmciTimeoutException.class, wait::run).getMessage();
        assertTrue(message.endsWith(" did not come within 20 ms"), message);
      }
    }
  }

  /** Whose place is for the next one then. */
  @Test
  void noReadSurvivesTheTimeOutOfItsWait() {
    try (ConnectionRig slow = new ConnectionRig(false, Duration.ofMillis(20))) {
      slow.device.slowDown(Integer.MAX_VALUE);
      long ticket = slow.connection.read(slow.registered.address(), 8, 7, slow.remote.address(), 1);
      EndpointProgress progress = slow.connection.progress();
      assertThrows(ArmciTimeoutException.class, () -> progress.awaitOrAbandon(ticket, "get"));
      assertTrue(slow.device.isReset());
      assertTrue(slow.connection.isOver(ticket));
      String later = assertThrows(ArmciException.class, progress::check).getMessage();
      assertTrue(later.matches(".*: rank \\d+ ended it, as a wait had failed.*"), later);
    }
  }

  /** The other side's word alone has failed it, and the device goes on with what was posted. */
  @Test
  void theBuffersOfAFailedConnectionAreFreeOnceItsQueuePairIsReset() {
    rig.device.slowDown(Integer.MAX_VALUE);
    long ticket = connection.read(rig.registered.address(), 8, 7, remote, 1);
    connection.progress().fail("its other side has failed");
    assertFalse(connection.isOver(ticket));
    connection.look();
    assertTrue(rig.device.isReset());
    assertTrue(connection.isOver(ticket));
  }

  /**
   * A thread that wants its buffers for another rank ends the connection, and must not be told of
   * this failure.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoAsksForTheEndOfARequestEndsAFailedConnection(boolean waits) {
    rig.device.slowDown(Integer.MAX_VALUE);
    connection.writeWord(1, Long.BYTES, remote, 1);
    connection.progress().fail("its other side has failed");
    assertFalse(connection.isOver(1));
    if (waits) {
      connection.awaitOver(1);
    } else {
      connection.tell(1);
    }
    assertTrue(connection.isOver(1));
    assertTrue(rig.device.isReset());
  }

  /** The caller's wait has ended, and its memory may have ended with it. */
  @Test
  void aCompletionBehindTheFailureCopiesNothing() {
    rig.remote.fill((byte) 5);
    MemorySegment heap = MemorySegment.ofArray(new byte[512]);
    rig.device.slowDown(ConnectionRig.MANY_POLLS);
    long ticket = rig.transfers.get(remote, 1, heap, 0, heap.byteSize());
    connection.progress().fail("its other side has failed");
    rig.device.slowDown(1);
    assertTrue(rig.poller.poll());
    assertEquals(0, heap.get(JAVA_BYTE, 0));
    assertTrue(connection.progress().complete() < ticket);
  }

  /**
   * Every later use of the connection says the same, and a rank that waits for others learns it
   * too.
   */
  @Test
  void aCompletionInErrorEndsTheConnection() {
    rig.device.failAfter(2);
    IntStream.range(0, 4).forEach(i -> connection.writeWord(i, Long.BYTES, remote + 8L * i, 1));
    String lost =
        "rank 0 lost its connection to rank 1 through emulated port 1: signal (8 bytes at address"
            + Text.format(" 0x%x there) ended with status 12", remote + 16);
    for (Runnable use :
        List.<Runnable>of(
            connection::flush,
            connection::flush,
            () -> connection.writeWord(1, Long.BYTES, remote, 1),
            () -> connection.progress().isComplete(4),
            rig.failures::check)) {
      String message = assertThrows(ArmciException.class, use::run).getMessage();
      assertTrue(message.startsWith(lost), message);
    }
    assertEquals(1, rig.remote.get(JAVA_LONG, 8));
    assertEquals(0, rig.remote.get(JAVA_LONG, 16));
  }

  /** Nobody has waited for these; and what is closed behind the poller is closed all the same. */
  @Test
  void anErrorBehindTheLastWaitIsToldAtTheEnd() {
    rig.device.failAfter(2);
    IntStream.range(0, 4).forEach(i -> connection.writeWord(i, Long.BYTES, remote + 8L * i, 1));
    boolean[] closed = new boolean[1];
    CloseStack made = new CloseStack();
    made.push(() -> closed[0] = true);
    made.push(rig::drain);
    String message = assertThrows(ArmciException.class, made::close).getMessage();
    assertTrue(message.startsWith("rank 0 lost its connection to rank 1 through"), message);
    assertTrue(message.contains(Text.format("address 0x%x", remote + 16)), message);
    assertTrue(closed[0]);
  }

  @Test
  void anErrorThatIsKnownIsNotToldAgainAtTheEnd() {
    rig.device.failAfter(0);
    connection.writeWord(1, Long.BYTES, remote, 1);
    assertThrows(ArmciException.class, connection::flush);
    rig.drain();
  }

  /** A full queue behind a request that failed would be waited for forever. */
  @Test
  void whoWaitsForRoomLearnsOfAnError() {
    rig.device.failAfter(5);
    ArmciException error =
        assertThrows(
            ArmciException.class,
            () ->
                IntStream.range(0, MANY)
                    .forEach(i -> connection.writeWord(i, Long.BYTES, remote, 1)));
    assertTrue(error.getMessage().contains("ended with status 12"), error.getMessage());
  }

  /** Beginning with the second round: the first shows how many puts lie between two fences. */
  @Test
  void aFenceAfterAsManyPutsAsBeforeNeedsNoRequestOfItsOwn() {
    for (int round = 0; round < 3; round++) {
      rig.device.forget();
      for (int i = 0; i < 3; i++) {
        connection.writeWord(i, Long.BYTES, remote, 1);
      }
      connection.flush();
      assertEquals(round == 0 ? 4 : 3, rig.device.chains().size());
    }
  }

  @Test
  void aWriteThatMayOvertakeAReadIsFenced() {
    rig.device.slowDown(3);
    connection.read(rig.registered.address(), 8, 7, remote, 1);
    connection.writeWord(1, Long.BYTES, remote, 1);
    connection.flush();
    connection.writeWord(2, Long.BYTES, remote, 1);
    assertEquals(
        List.of(
            "read of 1 segments, 8 bytes",
            "fenced write of 1 segments, 8 bytes",
            "write of 0 segments, 0 bytes",
            "write of 1 segments, 8 bytes"),
        rig.device.log());
  }

  /** For devices that cannot keep the order by the flag. */
  @Test
  void aWriteWaitsForTheReadBeforeItIfTheDeviceIsNotTrusted() {
    try (ConnectionRig waiting = new ConnectionRig(true)) {
      waiting.device.slowDown(ConnectionRig.MANY_POLLS);
      long target = waiting.remote.address();
      long read = waiting.connection.read(waiting.registered.address(), 8, 7, target, 1);
      assertFalse(waiting.connection.progress().isOver(read));
      waiting.connection.writeWord(1, Long.BYTES, target, 1);
      assertTrue(waiting.connection.progress().isOver(read));
      assertEquals("write of 1 segments, 8 bytes", waiting.device.log().getLast());
    }
  }

  /** It asks for a completion first, as nobody has; the old value is still that of its request. */
  @Test
  void anAtomicWaitsForTheWriteBeforeItIfTheDeviceIsNotTrusted() {
    try (ConnectionRig waiting = new ConnectionRig(true)) {
      waiting.device.slowDown(3);
      MemorySegment old = MemorySegment.ofArray(new long[2]);
      long target = waiting.remote.address();
      waiting.connection.writeWord(17, Long.BYTES, target, 1);
      long first = waiting.fetchAdd(target, 4, old, 0);
      assertEquals(first - 1, waiting.connection.progress().complete());
      long second = waiting.fetchAdd(target, 5, old, 8);
      assertEquals(first + 1, second, "an atomic waits for no other");
      waiting.connection.progress().await(second, "atomic update");
      assertArrayEquals(new long[] {17, 21}, (long[]) old.heapBase().orElseThrow());
      assertEquals(
          List.of(
              "write of 1 segments, 8 bytes",
              "write of 0 segments, 0 bytes",
              "addition",
              "addition"),
          waiting.device.log());
    }
  }
}
