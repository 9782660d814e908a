package org.armci4j.transport.network;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.FailureSignal;
import org.armci4j.bootstrap.LostRanks;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.waiting.WaitPolicy;
import org.armci4j.waiting.Waiter;
import org.junit.jupiter.api.Test;

/** Tickets stand for what goes beside the endpoint's own operations, too. */
class EndpointProgressTest {
  private final List<String> ended = new ArrayList<>();
  private final Settings settings = ArmciSettings.builder().resolve();
  private final Waiter waiter =
      Waiter.forTransfers(
          Bootstrap.open(Membership.alone(), settings), () -> false, WaitPolicy.of(settings, 1, 1));
  private final EndpointProgress progress = progress(new NetworkFailure());

  private EndpointProgress progress(NetworkFailure failures) {
    return progress(failures, () -> ended.add("endpoint"));
  }

  private EndpointProgress progress(NetworkFailure failures, NetworkConnection connection) {
    return new EndpointProgress(
        0,
        1,
        "a wire",
        failures,
        waiter,
        number -> "operation " + number,
        new PendingCopies(8),
        connection);
  }

  /** One transfer, with this ticket. */
  private final class Transfer implements Beside {
    private final long ticket;
    private boolean over;

    Transfer(long ticket) {
      this.ticket = ticket;
    }

    @Override
    public boolean isOver(long asked) {
      return over || ticket > asked;
    }

    @Override
    public boolean isIdle() {
      return over;
    }

    @Override
    public void end() {
      ended.add("transfer");
    }

    @Override
    public String describe() {
      return "the transfer is under way";
    }
  }

  @Test
  void noTicketFromItsOwnOnIsCompleteBeforeATransfer() {
    Transfer transfer = new Transfer(2);
    progress.addBeside(transfer);
    progress.start(3, 3);
    progress.completeUpTo(3);
    assertEquals(3, progress.complete());
    assertTrue(progress.isComplete(1));
    assertFalse(progress.isComplete(2));
    assertFalse(progress.isComplete(3));
    assertTrue(progress.isOver(3)); // of the endpoint's own: buffers may be used again
    assertEquals("the transfer is under way", progress.underWay());
    transfer.over = true;
    assertTrue(progress.isComplete(3));
    assertEquals("", progress.underWay());
  }

  @Test
  void aTransferNeedsNoOperationOfItsNumber() {
    progress.start(1, 1);
    Transfer transfer = new Transfer(2);
    transfer.over = true;
    progress.addBeside(transfer);
    assertFalse(progress.isComplete(2)); // the operation before it is not complete
    progress.completeUpTo(1);
    assertTrue(progress.isComplete(2));
  }

  @Test
  void allThatGoesBesideCounts() {
    Transfer first = new Transfer(1);
    Transfer second = new Transfer(2);
    progress.addBeside(first);
    progress.addBeside(second);
    progress.start(2, 2);
    progress.completeUpTo(2);
    assertFalse(progress.isComplete(1));
    first.over = true;
    assertTrue(progress.isComplete(1));
    assertFalse(progress.isComplete(2));
    second.over = true;
    assertTrue(progress.isComplete(2));
  }

  @Test
  void aWaitForTransfersLeavesOutLaterOnes() {
    progress.start(1, 1);
    progress.addBeside(new Transfer(3));
    progress.awaitBeside();
  }

  @Test
  void whatIsAbandonedEndsWithAllThatUsesMemory() {
    Transfer transfer = new Transfer(1);
    progress.addBeside(transfer);
    progress.start(1, 1);
    progress.completeUpTo(1);
    assertFalse(progress.isAlone());
    progress.abandon(1);
    assertTrue(progress.isAlone());
    assertEquals(List.of("endpoint", "transfer"), ended);
    assertTrue(progress.hasFailed());
  }

  @Test
  void whatIsCompleteNeedsNoEnd() {
    Transfer transfer = new Transfer(1);
    transfer.over = true;
    progress.addBeside(transfer);
    progress.start(1, 1);
    progress.completeUpTo(1);
    progress.abandon(1);
    assertEquals(List.of(), ended);
  }

  @Test
  void aLostRankIsToldAlsoWhereThisRankHasEndedTheConnection() {
    FailureSignal signal = new FailureSignal(2);
    EndpointProgress toVictim = progress(new NetworkFailure(() -> null, signal.lost(), 0));
    toVictim.start(1, 1);
    toVictim.abandon(1);
    signal.lose(new Failure(1, "b", "was killed"));
    RankFailedException told = assertThrows(RankFailedException.class, toVictim::check);
    assertEquals(1, told.failure().rank());
  }

  @Test
  void theMemoryOfAFailedConnectionIsFreeOnceItIsClosed() {
    boolean[] closed = new boolean[1];
    NetworkConnection closedLater =
        new NetworkConnection() {
          @Override
          public void close() {
            closed[0] = true;
          }

          @Override
          public boolean isClosed() {
            return closed[0];
          }
        };
    EndpointProgress later = progress(new NetworkFailure(), closedLater);
    later.start(2, 2);
    later.completeUpTo(1);
    later.failWithoutSuspect("a queued operation failed");
    assertTrue(later.isOver(1));
    assertFalse(later.isOver(2));
    later.end("again");
    assertTrue(later.isOver(2));
  }

  @Test
  void whereTheJobGoesOnOnlyALostConnectionMakesASuspect() {
    NetworkFailure failures = new NetworkFailure(() -> null, new LostRanks(), Long.MAX_VALUE);
    EndpointProgress suspected = progress(failures);
    suspected.fail("no answer");
    assertDoesNotThrow(suspected::check);
    EndpointProgress refused = progress(failures);
    refused.failWithoutSuspect("a request was refused");
    ArmciException told = assertThrows(ArmciException.class, refused::check);
    assertTrue(told.getMessage().endsWith("a request was refused"), told::toString);
    assertDoesNotThrow(failures::check); // others are not concerned
  }
}
