package org.armci4j.transport.verbs.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.network.PathTransfers;
import org.armci4j.transport.network.PendingCopies;
import org.armci4j.transport.network.path.PathPlan;
import org.junit.jupiter.api.Test;

/** What goes over which path, and when it is complete. */
class StripedTransfersTest {
  private static final int PATHS = 4;
  private static final BounceBuffers.User NO_PIECES =
      new BounceBuffers.User() {
        @Override
        public boolean isOver(long ticket) {
          return true;
        }

        @Override
        public void awaitOver(long ticket) {
          throw new AssertionError("nobody may wait");
        }
      };

  /** What each path was given: its number, first byte and length. */
  private final List<List<Long>> given = new ArrayList<>();

  private final List<EndpointProgress> progress = new ArrayList<>();
  private final StripedTransfers transfers;

  private long nowNanos = 1000;

  /** What this side told of its ends. */
  private final List<PathMessage> told = new ArrayList<>();

  private final Paths paths = new Paths(1, path(0), null, told::add, 0, new HashSet<>());
  private boolean portIsUp = true;

  private boolean isCopied;

  /** The path that fails when it is given the next put, or -1. */
  private int failing = -1;

  StripedTransfersTest() {
    for (int path = 1; path < PATHS; path++) {
      paths.add(PathsTest.network(_ -> path(progress.size()), () -> portIsUp));
    }
    paths.connect(paths.addresses());
    assertEquals(
        List.of("path 1, life 0, ready", "path 2, life 0, ready", "path 3, life 0, ready"), told());
    told.clear();
    PathPlan plan = new PathPlan(PATHS, PATHS, 0.95, 10, 64, 1);
    transfers =
        new StripedTransfers(
            paths,
            plan,
            new BounceBuffers(Arena.ofAuto().allocate(4096, 4096), 4),
            Long.MAX_VALUE,
            () -> nowNanos);
    progress.getFirst().addBeside(transfers);
    assertEquals(PathTransfers.NOT_NOW, put(0, 1), "its ticket would be that of what is complete");
    complete(0);
    for (int path = 1; path < PATHS; path++) {
      paths.received(PathMessage.of(PathMessage.Kind.READY, path, 0));
    }
    takeSteps();
    assertEquals(List.of(), worksOf(), "not before the other side has answered");
    for (int path = 1; path < PATHS; path++) {
      complete(path); // the probe
    }
    takeSteps();
    assertEquals(List.of(1, 2, 3), worksOf());
  }

  private List<Integer> worksOf() {
    return IntStream.range(1, PATHS).filter(paths::works).boxed().toList();
  }

  /** Makes an end; one that is made later has the next number. */
  private PathEndpoint path(int number) {
    EndpointProgress mine =
        new EndpointProgress(
            0,
            1,
            "a wire",
            new NetworkFailure(),
            null,
            operation -> "operation " + operation,
            new PendingCopies(64),
            () -> {});
    progress.add(mine);
    return (PathEndpoint)
        Proxy.newProxyInstance(
            PathEndpoint.class.getClassLoader(),
            new Class<?>[] {PathEndpoint.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "progress" -> mine;
                  case "equals" ->
                      System.identityHashCode(proxy) == System.identityHashCode(arguments[0]);
                  case "transfer" -> take(number, (long) arguments[3], (long) arguments[5]);
                  case "probe" -> start(number);
                  case "address" -> new byte[] {(byte) number};
                  case "tryBegin" -> 1;
                  case "copyPieceBytes" -> 10;
                  case "isCopied" -> isCopied;
                  case "bufferUser" -> NO_PIECES;
                  case "connect", "endTurn", "close" -> null;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private long take(int path, long remote, long sizeBytes) {
    given.add(List.of((long) path, remote, sizeBytes));
    if (path == failing) {
      progress.get(path).fail("unplugged as it took a put");
      progress.get(path).check();
    }
    return start(path);
  }

  private long start(int path) {
    long ticket = progress.get(path).started() + 1;
    progress.get(path).start(ticket, ticket);
    return ticket;
  }

  private long put(long remote, long sizeBytes) {
    return put(progress.getFirst().started(), remote, sizeBytes);
  }

  private long put(long behind, long remote, long sizeBytes) {
    return transfers.tryStart(behind, false, MemorySegment.NULL, 0, remote, null, null, sizeBytes);
  }

  private void complete(int path) {
    nowNanos++;
    progress.get(path).completeUpTo(progress.get(path).complete() + 1);
    transfers.take();
  }

  @Test
  void allPathsCarryAPartAndOneTicketStandsForAll() {
    long ticket = put(1000, 100);
    assertEquals(
        List.of(
            List.of(0L, 1000L, 25L),
            List.of(1L, 1025L, 25L),
            List.of(2L, 1050L, 25L),
            List.of(3L, 1075L, 25L)),
        given);
    for (int path : new int[] {2, 0, 3}) {
      complete(path);
      assertFalse(progress.getFirst().isComplete(ticket), "without path 1");
    }
    complete(1);
    assertTrue(progress.getFirst().isComplete(ticket));
    assertTrue(transfers.isIdle());
  }

  @Test
  void itBeginsWhenWhatCameBeforeOnTheFirstPathIsOver() {
    long before = start(0);
    assertEquals(PathTransfers.NOT_NOW, put(0, 100), "nothing is started");
    assertEquals(List.of(), given);
    assertEquals(before + 1, progress.getFirst().started(), "a completion is asked for");
    long behind = before;
    assertEquals(PathTransfers.NOT_NOW, put(behind, 0, 100), "asked for once");
    assertEquals(before + 1, progress.getFirst().started());
    complete(0);
    assertTrue(put(behind, 0, 100) >= before, "what is started since does not hold it up");
    assertEquals(4, given.size());
  }

  @Test
  void itWaitsForStripesOfTheSameBytesAndForRoom() {
    put(0, 100);
    assertEquals(PathTransfers.NOT_NOW, put(99, 100));
    for (int more = 1; more < 8; more++) {
      assertTrue(put(1000L * more, 100) >= 0);
    }
    assertEquals(PathTransfers.NOT_NOW, put(9000, 100), "room for one more");
    for (int path = 0; path < PATHS; path++) {
      complete(path);
    }
    assertTrue(put(99, 100) >= 0);
  }

  @Test
  void whatIsTooShortHasFewerStripes() {
    put(0, 25);
    assertEquals(List.of(List.of(0L, 0L, 12L), List.of(1L, 12L, 13L)), given);
  }

  @Test
  void transfersOfOtherBytesAreUnderWayTogether() {
    long first = put(0, 100);
    long second = put(100, 100);
    assertEquals(2 * PATHS, given.size());
    for (int i = 0; i < 2 * PATHS; i++) {
      assertFalse(progress.getFirst().isComplete(second));
      assertEquals(i >= PATHS, progress.getFirst().isComplete(first));
      complete(i % PATHS);
    }
    assertTrue(progress.getFirst().isComplete(second));
  }

  /**
   * Path 0 carries four bytes in a nanosecond, the others one, while there are always several
   * transfers under way: soon path 0 has four parts of seven, and it stays at that.
   */
  @Test
  void whatWaitsBehindOtherStripesDoesNotMakeItsPathSlower() {
    WiresInTurn wires = new WiresInTurn(4, 1, 1, 1);
    for (int i = 0; i < 4; i++) {
      wires.took(put(70_000L * i, 70_000));
    }
    for (int i = 4; i < 40; i++) {
      wires.carryOldest();
      long ticket = put(70_000L * i, 70_000);
      if (i >= 12) {
        assertEquals(40_000.0, given.getFirst().get(2).doubleValue(), 500.0, "transfer " + i);
      }
      wires.took(ticket);
    }
  }

  /** The pieces of copied memory, such as an array, go by all paths in turn. */
  @Test
  void copiedMemoryGoesByAllPathsAtOnce() {
    isCopied = true;
    long ticket = put(0, 60);
    assertEquals(
        List.of(0L, 1L, 2L, 3L, 0L, 1L, 2L, 3L), given.stream().map(List::getFirst).toList());
    assertEquals(60, given.stream().mapToLong(List::getLast).sum());
    for (int path = 0; path < PATHS; path++) {
      assertFalse(progress.getFirst().isComplete(ticket));
      complete(path);
      complete(path);
      complete(path); // the probe
    }
    assertTrue(progress.getFirst().isComplete(ticket));
  }

  /** Stripes may end within a segment. */
  @Test
  void aListGoesByAllPathsSegmentBySegment() {
    SegmentList list = new SegmentList();
    list.addRun(0, 30, 100, 40, 20, 3);
    list.add(200, 500, 20);
    long behind = progress.getFirst().started();
    long ticket = transfers.tryStart(behind, false, MemorySegment.NULL, 0, 1000, null, list, 80);
    assertEquals(PathTransfers.NOT_NOW, put(1519, 1), "its last byte");
    assertEquals(
        List.of(
            List.of(0L, 1100L, 20L),
            List.of(1L, 1140L, 20L),
            List.of(2L, 1180L, 20L),
            List.of(3L, 1500L, 20L)),
        given);
    given.clear();
    for (int path = 0; path < PATHS; path++) {
      assertFalse(progress.getFirst().isComplete(ticket));
      complete(path);
      complete(path); // the probe
    }
    assertTrue(progress.getFirst().isComplete(ticket));
    list.clear();
    list.addRun(0, 30, 0, 30, 25, 2);
    transfers.tryStart(behind, false, MemorySegment.NULL, 0, 1000, null, list, 50);
    int[] times = new int[60];
    for (List<Long> piece : given) {
      for (long at = piece.get(1) - 1000; at < piece.get(1) - 1000 + piece.get(2); at++) {
        times[(int) at]++;
      }
    }
    for (int at = 0; at < times.length; at++) {
      assertEquals(at % 30 < 25 ? 1 : 0, times[at], "byte " + at);
    }
    assertTrue(given.size() > 2, "segments are divided: " + given);
  }

  /** What path 2 had not brought goes by another one when neither side uses its end any more. */
  @Test
  void aStripeWhosePathFailsGoesOnceMore() {
    long ticket = put(0, 100);
    for (int path : new int[] {0, 1, 3}) {
      complete(path);
    }
    given.clear();
    progress.get(2).fail("unplugged");
    takeSteps();
    assertEquals(List.of("path 2, life 0, left"), told());
    assertEquals(List.of(), given);
    paths.received(PathMessage.left(2, 0, 1, 0));
    takeSteps();
    assertEquals(1, given.size());
    assertEquals(List.of(50L, 25L), given.getFirst().subList(1, 3));
    int other = given.getFirst().getFirst().intValue();
    assertTrue(other != 2 && other < PATHS, "path " + other);
    assertFalse(progress.getFirst().isComplete(ticket));
    complete(other); // the put
    complete(other); // the probe behind it
    assertTrue(progress.getFirst().isComplete(ticket));
  }

  /** The path by which it goes once more, the quickest, fails too while it takes it. */
  @Test
  void aStripeGoesOnceMoreWhereTheNextPathFailsAsWell() {
    put(0, 100);
    for (int path : new int[] {2, 0, 1, 3}) {
      complete(path);
    }
    long ticket = put(100, 100);
    for (int path : new int[] {0, 2, 3}) {
      complete(path);
    }
    given.clear();
    failing = 2;
    progress.get(1).fail("unplugged");
    takeSteps();
    paths.received(PathMessage.left(1, 0, 1, 0));
    takeSteps();
    assertEquals(List.of(2L), given.stream().map(List::getFirst).toList());
    paths.received(PathMessage.left(2, 0, 1, 0));
    takeSteps();
    assertEquals(2, given.size());
    int last = given.getLast().getFirst().intValue();
    assertFalse(progress.getFirst().isComplete(ticket));
    complete(last); // the put
    complete(last); // the probe behind it
    assertTrue(progress.getFirst().isComplete(ticket));
  }

  @Test
  void aPathThatTheOtherSideHasLeftIsLeft() {
    paths.received(PathMessage.left(3, 0, 1, 0));
    takeSteps();
    assertTrue(progress.get(3).hasFailed());
    assertEquals("path 3, life 0, left", told().getFirst());
    given.clear();
    put(0, 100);
    assertEquals(List.of(0L, 1L, 2L), given.stream().map(List::getFirst).toList());
  }

  /** It is used again when both ports are up and the other side has answered. */
  @Test
  void aPathThatWorksAgainIsUsedAgain() {
    portIsUp = false;
    progress.get(2).fail("unplugged");
    takeSteps();
    paths.received(PathMessage.left(2, 0, 1, 0));
    takeSteps();
    assertEquals(PATHS, progress.size());
    portIsUp = true;
    takeSteps();
    assertEquals(List.of("path 2, life 0, left", "path 2, life 1, back"), told());
    assertFalse(paths.works(2));
    paths.received(PathMessage.back(2, 1, new byte[] {7}));
    takeSteps();
    assertEquals("path 2, life 1, ready", told().getLast());
    assertFalse(paths.works(2));
    paths.received(PathMessage.of(PathMessage.Kind.READY, 2, 1));
    takeSteps();
    assertFalse(paths.works(2));
    complete(PATHS); // the probe
    takeSteps();
    assertTrue(paths.works(2));
    given.clear();
    put(0, 100);
    assertEquals(List.of(0L, 1L, 4L, 3L), given.stream().map(List::getFirst).toList());
  }

  /** A path that does not answer when it is tried is left again. */
  @Test
  void aPathThatStillFailsIsLeftAgain() {
    progress.get(1).fail("unplugged");
    takeSteps();
    paths.received(PathMessage.left(1, 0, 1, 0));
    paths.received(PathMessage.back(1, 1, new byte[] {7}));
    paths.received(PathMessage.of(PathMessage.Kind.READY, 1, 1));
    takeSteps();
    progress.get(PATHS).fail("no answer");
    takeSteps();
    assertEquals(
        List.of(
            "path 1, life 0, left",
            "path 1, life 1, back",
            "path 1, life 1, ready",
            "path 1, life 1, left"),
        told());
    assertFalse(paths.works(1));
  }

  @Test
  void allGoesByTheFirstPathWhereNoOtherWorks() {
    for (int path = 1; path < PATHS; path++) {
      progress.get(path).fail("unplugged");
    }
    takeSteps();
    given.clear();
    put(0, 100);
    assertEquals(List.of(List.of(0L, 0L, 100L)), given);
  }

  @Test
  void withTheFirstPathTheRankIsLost() {
    long ticket = put(0, 100);
    progress.getFirst().fail("unplugged");
    takeSteps();
    ArmciException lost =
        assertThrows(ArmciException.class, () -> progress.getFirst().isComplete(ticket));
    assertTrue(lost.getMessage().contains("unplugged"), lost.getMessage());
    assertEquals(List.of(), told());
  }

  /** Each wire carries what it is given in turn, so many bytes in a nanosecond. */
  private final class WiresInTurn {
    private final long[] bytesPerNano;
    private final long[] freeNanos = new long[PATHS];
    private final PriorityQueue<long[]> arrivals =
        new PriorityQueue<>(Comparator.comparingLong((long[] arrival) -> arrival[0]));
    private final Deque<Long> tickets = new ArrayDeque<>();

    WiresInTurn(long... bytesPerNano) {
      this.bytesPerNano = bytesPerNano;
    }

    void took(long ticket) {
      tickets.add(ticket);
      for (List<Long> stripe : given) {
        int path = stripe.getFirst().intValue();
        freeNanos[path] = Math.max(nowNanos, freeNanos[path]) + stripe.get(2) / bytesPerNano[path];
        arrivals.add(new long[] {freeNanos[path], path});
      }
      given.clear();
    }

    void carryOldest() {
      long ticket = tickets.remove();
      while (!progress.getFirst().isComplete(ticket)) {
        long[] arrival = arrivals.remove();
        nowNanos = Math.max(nowNanos, arrival[0]);
        complete((int) arrival[1]);
      }
    }
  }

  private void takeSteps() {
    for (int i = 0; i < 5; i++) {
      paths.take();
      transfers.take();
    }
  }

  private List<String> told() {
    return told.stream()
        .map(
            news ->
                Text.format(
                    "path %d, life %d, %s",
                    news.path(), news.life(), news.kind().name().toLowerCase(Locale.ROOT)))
        .toList();
  }

  /** The thread that takes the step may wait for another rank. */
  @Test
  void onlyAWaitForATransferLearnsThatTheFirstPathFailedAtAPiece() {
    long ticket = put(0, 100);
    for (int path : new int[] {0, 2, 3}) {
      complete(path);
    }
    for (int path = 1; path < PATHS; path++) {
      progress.get(path).fail("unplugged");
    }
    takeSteps();
    failing = 0;
    paths.received(PathMessage.left(1, 0, 1, 0));
    takeSteps();
    assertEquals(0, given.getLast().getFirst(), "the stripe of path 1 goes by the first");
    assertThrows(ArmciException.class, () -> progress.getFirst().isComplete(ticket));
  }

  /** The other side may write through a path that this one has never used. */
  @Test
  void pathsThatCarryNothingEndWithTheFirst() {
    progress.getFirst().end("the job goes on without that rank");
    for (EndpointProgress path : progress) {
      assertTrue(path.hasFailed());
    }
  }

  @Test
  void whatIsAbandonedEndsOnAllPaths() {
    long ticket = put(0, 100);
    complete(0);
    progress.getFirst().abandon(ticket);
    for (EndpointProgress path : progress) {
      assertTrue(path.hasFailed());
    }
  }
}
