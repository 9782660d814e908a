package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** Room in a shared completion queue comes back once, whatever becomes of the completions. */
class CompletionRoomTest {
  private final Semaphore shared = new Semaphore(4);
  private final CompletionRoom room = new CompletionRoom(shared);

  @Test
  void allComesBackOfWhatIsReset() {
    assertTrue(room.tryTake(3));
    assertFalse(new CompletionRoom(shared).tryTake(2));
    room.giveBack();
    room.giveBackAll();
    assertEquals(4, shared.availablePermits());
  }

  /** The device may have queued a completion before the queue pair was reset. */
  @Test
  void aCompletionBehindTheResetGivesNothingBackTwice() {
    assertTrue(room.tryTake(2));
    room.giveBackAll();
    room.giveBack();
    assertEquals(4, shared.availablePermits());
  }

  /** A thread may post meanwhile: nothing completes on a queue pair that was reset. */
  @Test
  void behindTheResetNoRoomIsTaken() {
    room.giveBackAll();
    assertTrue(room.tryTake(9));
    assertEquals(4, shared.availablePermits());
  }
}
