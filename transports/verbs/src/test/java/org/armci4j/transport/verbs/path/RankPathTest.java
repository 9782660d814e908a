package org.armci4j.transport.verbs.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.network.PendingCopies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two sides of a path that lead each other from life to life. */
class RankPathTest {
  private static final int RAILS = 3;
  private static final int ENOUGH_STEPS = 200;
  private static final int SEEDS = 200;

  private final Side one = new Side(0, 10);
  private final Side other = new Side(1, 20);
  private int rails = RAILS;
  private long patienceNanos;
  private boolean holdsNews;

  /** What one side is asked to do, in words, and what it can do. */
  private final class Side implements PathEnd {
    final List<String> log = new ArrayList<>();
    final Set<Integer> downRails = new HashSet<>(Set.of(0));
    final RankPath path;
    private final EndpointProgress progress;
    private final long carriedOut;
    private final int rank;
    private String broken;
    private boolean begun = true;
    private boolean drained = true;
    private boolean answered = true;
    private boolean woken;

    /** What it has told and the other side has not heard. */
    private final Deque<PathMessage> onTheirWay = new ArrayDeque<>();

    Side(int rank, long carriedOut) {
      this.rank = rank;
      this.carriedOut = carriedOut;
      this.progress =
          new EndpointProgress(
              rank,
              1 - rank,
              "a wire",
              new NetworkFailure(),
              null,
              operation -> "operation " + operation,
              new PendingCopies(64),
              () -> {});
      this.path = new RankPath(1 - rank, 0, this, this::tell, 0, Set.of());
    }

    private void tell(PathMessage news) {
      onTheirWay.add(PathMessage.decode(news.encode()));
      if (!holdsNews) {
        deliver();
      }
    }

    private void deliver() {
      Side to = rank == 0 ? other : one;
      to.path.received(onTheirWay.remove());
      to.woken = true;
    }

    /** As the helper thread of a rank that computes: it looks only where it has a reason to. */
    private void takeIfTold() {
      if (isTold()) {
        woken = false;
        take();
      }
    }

    private boolean isTold() {
      return woken || path.needsLooks();
    }

    private void take() {
      boolean any = path.hasSteps();
      while (any) {
        any = path.step();
      }
    }

    private String failed() {
      return progress.hasFailed() ? progress.underWay() : null;
    }

    private boolean hasWork() {
      return isTold() || !onTheirWay.isEmpty();
    }

    @Override
    public int ports() {
      return rails;
    }

    @Override
    public EndpointProgress progress() {
      return progress;
    }

    @Override
    public boolean hasBegun() {
      return begun;
    }

    @Override
    public long patienceNanos() {
      return patienceNanos;
    }

    @Override
    public String broken() {
      return broken;
    }

    @Override
    public void pause() {
      log.add("pause");
    }

    @Override
    public boolean isDrained() {
      return drained;
    }

    @Override
    public void leave() {
      log.add("leave");
    }

    @Override
    public long carriedOut() {
      return carriedOut;
    }

    @Override
    public void settle(long carriedOutThere) {
      log.add("settle " + carriedOutThere);
    }

    @Override
    public boolean canOpen(int rail) {
      return !downRails.contains(rail);
    }

    @Override
    public byte[] open(int rail) {
      broken = null;
      log.add("open " + rail);
      return new byte[] {(byte) (10 * rank + rail)};
    }

    @Override
    public void connect(byte[] address) {
      log.add("connect to " + address[0]);
    }

    @Override
    public boolean tryResume() {
      log.add("resume");
      return answered;
    }
  }

  private void step() {
    for (int i = 0; i < ENOUGH_STEPS; i++) {
      one.take();
      other.take();
    }
  }

  @Test
  void bothSidesTellWhatTheyHaveCarriedOutAndTakeTheNextRail() {
    one.broken = "cut";
    step();
    assertEquals(List.of("leave", "settle 20", "open 1", "connect to 11", "resume"), one.log);
    assertEquals(List.of("leave", "settle 10", "open 1", "connect to 1", "resume"), other.log);
    assertFalse(one.path.needsLooks());
    assertFalse(other.path.needsLooks());
  }

  @Test
  void bothMayFindItAtOnce() {
    one.broken = "cut";
    other.broken = "cut";
    step();
    assertEquals("resume", one.log.getLast());
    assertEquals("resume", other.log.getLast());
    assertEquals(1, one.log.stream().filter("leave"::equals).count());
  }

  /** What the one that can has opened carries nothing, and says so. */
  @Test
  void aRailThatOneSideCannotUseIsPassedOver() {
    other.downRails.add(1);
    one.broken = "cut";
    step();
    assertEquals(List.of("open 2", "connect to 12", "resume"), lastOf(one, 3));
    assertEquals(List.of("open 2", "connect to 2", "resume"), lastOf(other, 3));
  }

  /** Both let end first what is under way. */
  @Test
  void itGoesBackWhenItsOwnRailIsUpAtBothSides() {
    one.broken = "cut";
    step();
    one.downRails.clear();
    other.drained = false;
    step();
    assertEquals("pause", one.log.getLast());
    assertEquals("pause", other.log.getLast());
    other.drained = true;
    step();
    assertTrue(one.log.contains("open 0"), one.log::toString);
    assertFalse(other.log.contains("open 0"), other.log::toString); // its port is down
    other.downRails.clear();
    step();
    assertEquals(List.of("open 0", "connect to 10", "resume"), lastOf(one, 3));
    assertEquals(List.of("open 0", "connect to 0", "resume"), lastOf(other, 3));
  }

  @Test
  void withoutAnyRailItIsGivenUpWithTheFirstReason() {
    patienceNanos = 1_000_000;
    one.downRails.addAll(List.of(1, 2));
    one.broken = "cut";
    long endNanos = System.nanoTime() + 10_000_000_000L;
    while (one.failed() == null && System.nanoTime() < endNanos) {
      step();
    }
    assertTrue(one.failed().endsWith(": cut"), one.failed());
  }

  /** What it sends before would come to nothing there. */
  @Test
  void aSideSendsNothingBeforeTheOtherOneIsConnected() {
    one.broken = "cut";
    holdsNews = true;
    step();
    one.deliver(); // has left
    step();
    other.deliver(); // too
    step();
    other.deliver(); // is back
    step();
    assertEquals("connect to 11", one.log.getLast());
    assertEquals("open 1", other.log.getLast());
    one.onTheirWay.forEach(other.path::received);
    step();
    assertTrue(other.log.contains("resume"), other.log::toString);
    assertFalse(one.log.contains("resume"), one.log::toString);
    other.deliver();
    step();
    assertEquals("resume", one.log.getLast());
  }

  /** A path with one port waits for it in silence, and for the answer before it is used again. */
  @Test
  void aSideWithoutAnotherPortWaitsForItsOwn() {
    rails = 1;
    one.answered = false;
    one.broken = "cut";
    other.downRails.clear();
    step();
    assertEquals("settle 20", one.log.getLast());
    assertEquals("open 0", other.log.getLast());
    assertTrue(one.path.isApart());
    assertFalse(one.path.needsLooks());
    one.downRails.clear();
    step();
    assertEquals("resume", one.log.getLast());
    assertFalse(one.path.works());
    assertTrue(other.path.works());
    one.answered = true;
    step();
    assertTrue(one.path.works());
  }

  /** The other side may hear of a fault before it is connected itself. */
  @Test
  void nothingHappensBeforeTheFirstLifeHasBegun() {
    other.begun = false;
    one.broken = "cut";
    step();
    assertEquals(List.of(), other.log);
    other.begun = true;
    step();
    assertEquals("resume", one.log.getLast());
    assertEquals("resume", other.log.getLast());
  }

  /** However news and looks follow each other, nothing that could be done waits for a look. */
  @ParameterizedTest
  @MethodSource("seeds")
  void noStepIsForgotten(int seed) {
    Random random = new Random(seed);
    holdsNews = true;
    one.broken = "cut";
    other.broken = random.nextBoolean() ? "cut" : null;
    (random.nextBoolean() ? one : other).downRails.add(1 + random.nextInt(RAILS - 1));
    one.woken = true; // the look that finds it
    other.woken = other.broken != null;
    while (one.hasWork() || other.hasWork()) {
      Side side = random.nextBoolean() ? one : other;
      if (random.nextBoolean()) {
        side.takeIfTold();
      } else if (!side.onTheirWay.isEmpty()) {
        side.deliver();
      }
    }
    assertEquals("resume", one.log.getLast(), "path.seed=" + seed);
    assertEquals("resume", other.log.getLast(), "path.seed=" + seed);
  }

  private static IntStream seeds() {
    int first = Integer.getInteger("path.seed", (int) System.nanoTime());
    return IntStream.iterate(first, seed -> seed + 1).limit(SEEDS);
  }

  private static List<String> lastOf(Side side, int count) {
    return side.log.subList(side.log.size() - count, side.log.size());
  }
}
