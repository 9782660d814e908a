package org.armci4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.LostRanks;
import org.armci4j.bootstrap.Membership;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.waiting.WaitPolicy;
import org.armci4j.waiting.Waiter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExplicitHandleTest {
  private static final int RANKS = 130;
  private static final long LIMIT_NANOS = 500_000_000;

  /** A ticket that is complete when three quarters of the limit have passed. */
  private static final long SLOW = 5;

  private final Bootstrap bootstrap =
      Bootstrap.open(Membership.alone(), ArmciSettings.builder().resolve());
  private final List<Integer> fenced = new ArrayList<>();

  /** Tickets that are not complete yet. */
  private final Set<Long> underWay = new HashSet<>();

  /** When the slow ticket began, and when it was first seen to be complete, or 0. */
  private long slowSince;

  private long slowEnd;

  private final Tickets tickets = tickets();
  private final Handle handle = new ExplicitHandle(tickets);

  /** Of a transport that notes which ranks are fenced. */
  private Tickets tickets() {
    Transport transport =
        (Transport)
            Proxy.newProxyInstance(
                Transport.class.getClassLoader(),
                new Class<?>[] {Transport.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "flush" -> {
                        fenced.add((Integer) arguments[0]);
                        yield null;
                      }
                      case "isComplete" -> isComplete((Long) arguments[1]);
                      case "progress" -> false;
                      default -> throw new UnsupportedOperationException(method.toString());
                    });
    WaitPolicy policy = WaitPolicy.of(ArmciSettings.builder().resolve(), 1, 1);
    Waiter waiter = Waiter.forTransfers(bootstrap, transport::progress, policy);
    return new Tickets(0, RANKS, transport, waiter, waiter, new LostRanks());
  }

  private boolean isComplete(long ticket) {
    if (ticket == SLOW && slowEnd == 0) {
      long now = System.nanoTime();
      slowEnd = now - slowSince < LIMIT_NANOS * 3 / 4 ? 0 : now;
      return slowEnd != 0;
    }
    return !underWay.contains(ticket);
  }

  @AfterEach
  void close() {
    bootstrap.close();
  }

  @Test
  void remoteCompletionFencesItsOwnTargetsAlone() {
    handle.add(129, RemoteBlock.COMPLETE);
    handle.add(3, 7);
    handle.add(64, RemoteBlock.COMPLETE);
    handle.add(129, 9);
    handle.awaitRemote();
    assertEquals(List.of(3, 64, 129), fenced);
  }

  @Test
  void targetsAreFencedOnceEachTime() {
    handle.add(5, RemoteBlock.COMPLETE);
    handle.await();
    handle.awaitRemote();
    assertEquals(List.of(5), fenced, "local completion does not make a target forgotten");
    handle.awaitRemote();
    assertEquals(List.of(5), fenced, "nothing since");
  }

  /**
   * The first target's ticket uses up most of the limit. A wait that gave the second target the
   * whole limit again would last longer than that behind it each time; one that gives it the rest
   * does so only when this thread is kept from its core.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oneLimitIsForAllTargets(boolean isImplicit) {
    underWay.add(8L);
    for (int attempt = 0; attempt < 20; attempt++) {
      slowSince = System.nanoTime();
      slowEnd = 0;
      Handle waiting =
          isImplicit ? new ImplicitHandle(tickets, bootstrap.waits()) : new ExplicitHandle(tickets);
      waiting.add(3, isImplicit ? SLOW : 8);
      waiting.add(4, isImplicit ? 8 : SLOW);
      assertThrows(ArmciTimeoutException.class, () -> waiting.await(LIMIT_NANOS));
      if (slowEnd != 0 && System.nanoTime() - slowEnd < LIMIT_NANOS) {
        return;
      }
    }
    fail("20 waits went on for a whole limit behind the first target");
  }

  @Test
  void aLimitThatIsOverEndsTheWaitAtOnce() {
    underWay.add(7L);
    handle.add(3, 7);
    for (long limit : new long[] {0, -1, Long.MIN_VALUE + 1, Long.MIN_VALUE}) {
      assertThrows(ArmciTimeoutException.class, () -> handle.await(limit));
    }
    underWay.clear();
    handle.await(Long.MIN_VALUE); // complete is complete
  }

  @Test
  void itIsCompleteWhenAllItsTicketsAre() {
    underWay.add(7L);
    handle.add(3, 7);
    handle.add(4, 8);
    assertFalse(handle.test());
    underWay.clear();
    assertTrue(handle.test());
  }

  @Test
  void handlesOfOthersAndOfAClosedRuntimeAreRefused() {
    tickets.requireOwn("nbPut", handle);
    ArmciException foreign =
        assertThrows(ArmciException.class, () -> tickets().requireOwn("nbPut", handle));
    assertEquals(
        "nbPut by rank 0: the handle is another runtime's; take one that this runtime made",
        foreign.getMessage());
    tickets.close();
    ArmciException closed = assertThrows(ArmciException.class, handle::await);
    assertEquals("await by rank 0: this runtime is closed", closed.getMessage());
    assertThrows(ArmciException.class, handle::test);
    assertThrows(ArmciException.class, handle::awaitRemote);
    assertThrows(ArmciException.class, handle::toCompletionStage);
  }
}
