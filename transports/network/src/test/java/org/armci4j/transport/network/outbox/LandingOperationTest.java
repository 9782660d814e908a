package org.armci4j.transport.network.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateList;
import org.armci4j.transport.WordChange;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.Registration;
import org.armci4j.transport.network.helper.RemoteHelper;
import org.armci4j.transport.network.helper.ReplyBuffers;
import org.armci4j.transport.network.helper.ReplySlots;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages whose answers land in reply buffers, on a network that answers none. */
class LandingOperationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int CALLS = 5000;
  private static final int TARGET = 1;
  private static final int CREDITS = 4;
  private static final int REQUEST_BYTES = 512;
  private static final int PIECE_BYTES = 256;

  /** Pieces of the reply buffers. */
  private static final int PIECES = 8;

  private static final int UPDATES = 1000;

  private final RecordingEndpoint endpoint = new RecordingEndpoint();
  private final RegisteredMemory memory = new RegisteredMemory(_ -> new AnyRegistration());
  private final ReplyBuffers replies = new ReplyBuffers(memory, PIECE_BYTES);
  private final SegmentList columns = new SegmentList();
  private final MemorySegment destination = MemorySegment.ofArray(new long[8]);
  private final WordCallers callers = new WordCallers(true);
  private MemorySegment slots;
  private Outbox outbox;
  private final RecordingHelper own = new RecordingHelper();

  private static final class AnyRegistration implements Registration {
    @Override
    public byte[] key() {
      return new byte[] {1, 2, 3};
    }

    @Override
    public void close() {}
  }

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

  @BeforeEach
  void connect() {
    columns.addRun(0, 8, 0, 64, 8, 8);
    BounceBuffers buffers = new BounceBuffers(memory.allocate(1 << 14).memory(), 16);
    slots = memory.allocate((long) CREDITS * ReplySlots.SLOT_BYTES).memory();
    RemoteHelper helper = new RemoteHelper(0, TARGET, endpoint, buffers, slots, REQUEST_BYTES);
    RankRoute route = new RankRoute(endpoint, helper, buffers, 1 << 20, new NothingAhead());
    outbox = new Outbox(route, new PutBurst(0), 16, 1 << 14, _ -> {}, own);
  }

  @AfterEach
  void close() {
    memory.close();
  }

  private void update() {
    UpdateList list = new UpdateList();
    list.begin(WordChange.SWAP, Long.BYTES, UPDATES);
    for (int i = 0; i < UPDATES; i++) {
      list.add(8L * i, i, i);
    }
    MemorySegment before = MemorySegment.ofArray(new long[UPDATES]);
    outbox.begin();
    outbox.start(new PackedUpdate(replies, 0, list, before, 0));
  }

  private void read() {
    PackedGet get = outbox.begin().packedGet();
    outbox.start(get.become(replies, 0, destination, 0, columns));
  }

  /** Takes every piece, each for another rank, as one may not have them all. */
  private List<ReplyBuffers.Piece> takeAll() {
    List<ReplyBuffers.Piece> all = new ArrayList<>();
    for (int i = 0; i < PIECES; i++) {
      all.add(replies.tryTake(TARGET + 1 + i));
      assertNotNull(all.getLast(), "piece " + i);
    }
    assertNull(replies.tryTake(TARGET + 1 + PIECES), "there are no more");
    return all;
  }

  private static Set<Long> addresses(List<ReplyBuffers.Piece> pieces) {
    Set<Long> addresses = new HashSet<>();
    pieces.forEach(piece -> addresses.add(piece.memory().address()));
    return addresses;
  }

  @Test
  void manyUpdatesShareAMessage() {
    List<String> log = endpoint.log();
    update();
    int each = (REQUEST_BYTES - 48 - 8) / 16; // behind the header and the key
    assertEquals(CREDITS, log.size(), "as many as may be unanswered");
    assertEquals("message " + (56 + 16 * each), log.getFirst());
  }

  private static WordCall read(long offset) {
    return new WordCall(null, Long.BYTES, 0, offset, null, 0, 0);
  }

  private static WordCall addition(long offset) {
    return new WordCall(WordChange.ADD, Long.BYTES, 0, offset, null, 1, 0);
  }

  /** Joins a call, and polls as its caller would. */
  private GatheredWords.ListedCall join(WordCall call) {
    GatheredWords.ListedCall place = outbox.shared().join(call, replies, callers);
    boolean _ = outbox.take();
    return place;
  }

  @Test
  void readsShareAListWhileTwoAreUnderWay() {
    List<String> log = endpoint.log();
    GatheredWords.ListedCall first = join(read(0));
    for (int i = 1; i < 10; i++) {
      join(read(1000L * i * i));
    }
    String one = "message " + (48 + 8 + 24);
    assertEquals(List.of(one, one), log, "eight more wait for an answer");
    assertFalse(first.list().hasValues());
    answer(1);
    boolean _ = outbox.take();
    assertTrue(first.list().hasValues(), "though later lists have the same ticket");
    assertEquals("message " + (48 + 8 + 8 * 24), log.get(2));
  }

  @Test
  void aFullListIsSentAtOnce() {
    List<String> log = endpoint.log();
    join(addition(0));
    join(addition(8));
    GatheredWords.ListedCall first = join(addition(16));
    for (int i = 1; i < GatheredWords.MOST; i++) {
      assertSame(first.list(), join(addition(16 + 8L * i)).list());
    }
    assertEquals(CREDITS, log.size(), "its messages, as many as may be unanswered");
    assertNotSame(first.list(), join(addition(0)).list());
  }

  /** A thread's put is in its place before its own read, and other calls are of another kind. */
  @Test
  void aListEndsWhereAnotherOperationFollows() {
    GatheredWords list = join(read(0)).list();
    assertNotSame(list, join(read(8)).list(), "it has been sent");
    list = join(read(16)).list();
    assertNotSame(list, join(addition(24)).list());
    assertNotSame(list, join(read(32)).list(), "it is closed");
    list = join(read(40)).list();
    outbox.start(outbox.begin().word().put(1, Long.BYTES, 48, null));
    assertNotSame(list, join(read(48)).list());
  }

  /** Else no fence would end beside threads whose lists follow each other. */
  @Test
  void noTicketStandsForAList() {
    for (int i = 0; i < 3; i++) {
      join(read(16L * i));
    }
    assertFalse(outbox.isEmpty(), "the third list is open");
    assertTrue(outbox.isOver(1));
    endpoint.setRoom(0);
    outbox.start(outbox.begin().word().put(1, Long.BYTES, 48, null));
    assertFalse(outbox.isOver(1), "though lists stand before the word");
    endpoint.setRoom(8);
    assertTrue(outbox.take());
    assertTrue(outbox.isOver(1));
    assertTrue(outbox.needLooks(), "three lists are not answered");
  }

  /** Those who wait for the lists take the steps only until they are answered. */
  @Test
  void theHelperThreadIsWokenForWhatFollowsLists() {
    for (int i = 0; i < 3; i++) {
      join(read(16L * i));
    }
    assertEquals(0, own.wakes());
    endpoint.setRoom(0);
    outbox.start(outbox.begin().word().put(1, Long.BYTES, 48, null));
    outbox.start(outbox.begin().word().put(2, Long.BYTES, 56, null));
    assertEquals(1, own.wakes());
  }

  /** The thread that sends holds the turn, which nobody may keep for long. */
  @Test
  void aThreadThatAddsACallDoesNotHoldUpTheOneThatSends() throws InterruptedException {
    GatheredWords list = new GatheredWords(read(0), replies, callers);
    Thread.ofPlatform().start(list.filling::lock).join();
    assertFalse(assertTimeoutPreemptively(Duration.ofSeconds(10), () -> list.isShut(0)));
    assertTrue(list.isClosed(), "the thread that adds sees that it was looked at");
  }

  /** Each call closes the list of the one before, so the lists would carry one word each. */
  @Test
  void callsOfTwoKindsInTurnGoAlone() {
    assertTrue(manyEnter());
    for (int i = 1; i <= 20; i++) {
      answer(i - CREDITS);
      join(i % 2 == 0 ? read(16L * i) : addition(16L * i));
    }
    assertFalse(manyEnter());
  }

  @Test
  void callsOfOneKindShareAllAlong() {
    for (int i = 1; i <= 200; i++) {
      answer(i / 10 - GatheredWords.UNDER_WAY);
      join(addition(16L * i));
    }
    assertTrue(manyEnter());
  }

  /** Returns whether the last of many calls at once is to share a list. */
  private boolean manyEnter() {
    boolean shares = false;
    for (int i = 0; i < 100; i++) {
      shares = callers.enter();
    }
    return shares;
  }

  /** Answers a message as the target's helper thread does. */
  private void answer(long number) {
    if (number <= 0) {
      return;
    }
    long slot = number % CREDITS * ReplySlots.SLOT_BYTES;
    slots.set(ValueLayout.JAVA_LONG, slot + Long.BYTES, number << 8); // behind the value
  }

  /** Over TCP the answer is a message, which wakes the thread; a device writes it unseen. */
  @Test
  void theHelperThreadIsWokenOnlyWhereNoAnswerWakesIt() {
    own.seeAnswers();
    read();
    assertEquals(0, own.wakes(), "the message has gone");
    for (int i = 1; i <= CREDITS; i++) {
      read();
    }
    assertEquals(1, own.wakes(), "the last one waits for a credit");
  }

  @Test
  void theHelperThreadIsWokenForAnAnswerThatItDoesNotSee() {
    read();
    assertEquals(1, own.wakes());
  }

  @Test
  void aThreadThatWaitsServesUntilTheAnswerHasCome() {
    read();
    int before = own.attends();
    assertFalse(outbox.take());
    assertEquals(before + 1, own.attends());
    answer(1);
    assertTrue(outbox.take());
    assertEquals(before + 1, own.attends(), "the answer had come");
  }

  @Test
  void getsThatAreAnsweredAllocateNothing() {
    long least = Long.MAX_VALUE;
    long number = 0;
    for (int round = 0; round < 10; round++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      long own = THREADS.getCurrentThreadAllocatedBytes() - before;
      before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        read();
        answer(++number);
        boolean _ = outbox.take();
      }
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before - own);
    }
    assertTrue(least < CALLS, least + " bytes in " + CALLS + " gets");
  }

  /** Its ticket still stands for the call before, until that is over. */
  @Test
  void theObjectOfAGetServesAgainOnceItIsOver() {
    PackedGet first = outbox.begin().packedGet();
    long ticket = outbox.start(first.become(replies, 0, destination, 0, columns));
    PackedGet second = outbox.begin().packedGet();
    assertNotSame(first, second);
    outbox.start(second.become(replies, 0, destination, 0, columns));
    answer(1);
    assertTrue(outbox.take());
    assertFalse(outbox.isOver(ticket), "the second one has the same ticket");
    PackedGet third = outbox.begin().packedGet();
    assertSame(first, third);
    outbox.start(third.become(replies, 0, destination, 0, columns));
    answer(2);
    answer(3);
    assertTrue(outbox.take());
    assertTrue(outbox.isOver(ticket));
  }

  /** The target may live on after the connection has ended here, and write its answer. */
  @Test
  void memoryOfAnAnswerThatNeverCameIsNotUsedAgain() {
    List<ReplyBuffers.Piece> before = takeAll();
    before.forEach(replies::giveBack);
    update();
    outbox.end();
    Set<Long> left = addresses(before);
    left.retainAll(addresses(takeAll()));
    assertEquals(PIECES - CREDITS, left.size(), "four messages were not answered");
  }
}
