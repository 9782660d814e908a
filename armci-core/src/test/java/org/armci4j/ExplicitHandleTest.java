package org.armci4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.armci4j.bootstrap.Bootstrap;
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
  private static final long LIMIT_NANOS = 1_000_000_000;
  private static final int LATE_LOOKS = 10;

  private final Bootstrap bootstrap =
      Bootstrap.open(Membership.alone(), ArmciSettings.builder().resolve());
  private final List<Integer> fenced = new ArrayList<>();

  /** Tickets that are not complete yet. */
  private final Set<Long> underWay = new HashSet<>();

  /** When others will be complete, in ns after the first look at one of them. */
  private final Map<Long, Long> completeNanos = new HashMap<>();

  private long firstLook;

  /** Looks behind the limit: a wait that ends there takes one or two, however late it runs. */
  private int lateLooks;

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
    return new Tickets(0, RANKS, transport, waiter, waiter);
  }

  private boolean isComplete(long ticket) {
    Long afterNanos = completeNanos.get(ticket);
    return !underWay.contains(ticket) && (afterNanos == null || hasPassed(afterNanos));
  }

  private boolean hasPassed(long afterNanos) {
    firstLook = firstLook == 0 ? System.nanoTime() : firstLook;
    long nanos = System.nanoTime() - firstLook;
    lateLooks += nanos > LIMIT_NANOS ? 1 : 0;
    return nanos >= afterNanos && (afterNanos < LIMIT_NANOS || lateLooks > LATE_LOOKS);
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

  /** The tickets of the two targets are complete only when one limit, and not two, has passed. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oneLimitIsForAllTargets(boolean isImplicit) {
    Handle waiting = isImplicit ? new ImplicitHandle(tickets, bootstrap.waits()) : handle;
    completeNanos.put(7L, LIMIT_NANOS * 3 / 4);
    completeNanos.put(8L, LIMIT_NANOS * 3 / 2);
    waiting.add(3, isImplicit ? 7 : 8);
    waiting.add(4, isImplicit ? 8 : 7);
    assertThrows(ArmciTimeoutException.class, () -> waiting.await(LIMIT_NANOS));
    assertFalse(waiting.test());
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
