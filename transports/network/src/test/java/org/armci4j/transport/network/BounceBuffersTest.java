package org.armci4j.transport.network;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.armci4j.transport.RemoteBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A thread that must not wait takes the buffers only with the room that it needs, and no user takes
 * what others need.
 */
class BounceBuffersTest {
  private static final int SIZE_BYTES = 4096;
  private static final int PIECES = 8;

  private final BounceBuffers buffers =
      new BounceBuffers(MemorySegment.ofArray(new byte[SIZE_BYTES]), PIECES);
  private final Requests requests = new Requests();

  /** Those of one rank, of which any may be over. */
  private static final class Requests implements BounceBuffers.User {
    private final Map<Long, long[]> underWay = new HashMap<>();
    private long last;
    private boolean mustNotWait;

    void end(long ticket) {
      underWay.remove(ticket);
    }

    @Override
    public boolean isOver(long ticket) {
      return !underWay.containsKey(ticket);
    }

    @Override
    public void awaitOver(long ticket) {
      assertFalse(mustNotWait, "there was room for all pieces, and one waits");
      end(ticket);
    }
  }

  private long fill(Requests user, int lengthBytes) {
    assertTrue(buffers.tryLock(user, lengthBytes, 1), "there is room");
    return take(user, lengthBytes);
  }

  private long take(Requests user, int lengthBytes) {
    long place = buffers.reserve(user, lengthBytes);
    long ticket = ++user.last;
    user.underWay.put(ticket, new long[] {place, place + lengthBytes});
    buffers.commit(user, ticket);
    buffers.unlock();
    return ticket;
  }

  /** A thread that waits with a piece reserved, and takes steps of others, gets no second one. */
  @Test
  void nobodyComesBetweenReserveAndCommit() {
    buffers.lock();
    assertFalse(buffers.tryLock(requests, 64, 1));
    CompletableFuture<Boolean> other =
        CompletableFuture.supplyAsync(
            () -> {
              boolean begun = buffers.tryLock(requests, 64, 1);
              buffers.unlock();
              return begun;
            });
    assertFalse(other.isDone());
    buffers.unlock();
    assertTrue(other.join());
    assertTrue(buffers.tryLock(requests, 64, 1));
    buffers.unlock();
  }

  /** A rank that is lost: what it has posted never ends. */
  private static final class Lost implements BounceBuffers.User {
    @Override
    public boolean isOver(long ticket) {
      return false;
    }

    @Override
    public void awaitOver(long ticket) {
      throw new IllegalStateException("the rank is lost");
    }
  }

  @Test
  void aWaitThatFailsLeavesTheBuffersToOthers() {
    Lost lost = new Lost();
    for (int ticket = 1; ticket <= 2; ticket++) {
      buffers.take(lost, 1024);
      buffers.commit(lost, ticket);
      buffers.unlock();
    }
    assertThrows(IllegalStateException.class, () -> buffers.take(lost, 1024));
    assertFalse(buffers.isHeld());
  }

  @Test
  void aCopyThatFailsLeavesTheBuffersToOthers() {
    MemorySegment gone;
    try (Arena arena = Arena.ofConfined()) {
      gone = arena.allocate(8);
    }
    assertThrows(IllegalStateException.class, () -> buffers.take(new Lost(), gone, 0, 8));
    assertFalse(buffers.isHeld());
  }

  @Test
  void aRequestThatIsCompleteAtOnceKeepsNoPiece() {
    MemorySegment data = MemorySegment.ofArray(new byte[] {1, 2, 3});
    Lost lost = new Lost();
    for (int i = 0; i < 2; i++) {
      long place = buffers.take(lost, data, 1, 2);
      assertEquals(0, place);
      assertEquals(3, buffers.memory().get(JAVA_BYTE, place + 1));
      buffers.commit(lost, RemoteBlock.COMPLETE);
      buffers.unlock();
    }
  }

  @Test
  void aUserHoldsNoMoreThanIsFreeBeside() {
    fill(requests, 1024);
    fill(requests, 960);
    assertFalse(buffers.tryLock(requests, 1024, 1));
    Requests others = new Requests();
    fill(others, 960);
    assertFalse(buffers.tryLock(others, 960, 1));
    fill(new Requests(), 960);
    requests.end(1);
    fill(others, 64);
  }

  @Test
  void piecesAreCounted() {
    for (int i = 0; i < PIECES / 2; i++) {
      fill(requests, 1);
    }
    assertFalse(buffers.tryLock(requests, 1, 1));
    fill(new Requests(), 1);
  }

  @Test
  void aUserWaitsForItsOwnPieces() {
    long first = fill(requests, 1024);
    fill(requests, 960);
    Requests others = new Requests();
    long foreign = fill(others, 64);
    buffers.lock();
    take(requests, 1024);
    assertTrue(requests.isOver(first));
    assertFalse(others.isOver(foreign));
  }

  /** Each piece leaves less to the others; but there was room for all of them. */
  @Test
  void roomForSeveralIsRoomForTheLastOfThem() {
    fill(requests, 1024);
    assertTrue(buffers.tryLock(requests, 1920, 2));
    requests.mustNotWait = true;
    buffers.lock();
    take(requests, 960);
    take(requests, 960);
    assertFalse(buffers.tryLock(requests, 1, 1), "what was promised is over");
  }

  /** In whatever order they end, no two pieces overlap, and room for several is room for each. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void piecesDoNotOverlap(long seed) {
    Random random = new Random(seed);
    List<Requests> users = List.of(new Requests(), new Requests(), new Requests());
    for (int round = 0; round < 2000; round++) {
      Requests user = users.get(random.nextInt(users.size()));
      int count = 1 + random.nextInt(2);
      int length = 1 + random.nextInt(400);
      if (buffers.tryLock(user, count * length, count)) {
        users.forEach(each -> each.mustNotWait = true);
        for (int i = 1; i < count; i++) {
          buffers.lock();
          take(user, length);
        }
        take(user, length);
      }
      requireApart(users);
      if (random.nextInt(3) > 0) {
        Requests any = users.get(random.nextInt(users.size()));
        any.underWay.keySet().stream().skip(random.nextInt(3)).findFirst().ifPresent(any::end);
      }
    }
    users.forEach(user -> user.underWay.clear());
    assertTrue(buffers.tryLock(requests, SIZE_BYTES - 64, 1), "all is free again");
  }

  private static void requireApart(List<Requests> users) {
    List<long[]> all =
        users.stream()
            .flatMap(user -> user.underWay.values().stream())
            .sorted(Comparator.comparingLong(piece -> piece[0]))
            .toList();
    for (int i = 1; i < all.size(); i++) {
      assertTrue(all.get(i - 1)[1] <= all.get(i)[0], "pieces overlap");
    }
  }
}
