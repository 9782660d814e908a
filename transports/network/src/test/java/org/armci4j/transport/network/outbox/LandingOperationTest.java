package org.armci4j.transport.network.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
  private Outbox outbox;

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
    BounceBuffers buffers = new BounceBuffers(memory.allocate(1 << 14).memory(), 16);
    MemorySegment slots = memory.allocate((long) CREDITS * ReplySlots.SLOT_BYTES).memory();
    RemoteHelper helper = new RemoteHelper(0, TARGET, endpoint, buffers, slots, REQUEST_BYTES);
    RankRoute route = new RankRoute(endpoint, helper, buffers, 1 << 20, new NothingAhead());
    outbox = new Outbox(route, new PutBurst(0), 16, 1 << 14, _ -> {}, () -> {});
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
