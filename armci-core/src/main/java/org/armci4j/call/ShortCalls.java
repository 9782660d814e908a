package org.armci4j.call;

import java.util.function.BooleanSupplier;
import org.armci4j.error.ArmciException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves calls of short handlers on the thread that receives requests from a network. This avoids
 * waking the helper thread, which takes far longer than a short call. The helper thread is needed
 * only for other handlers, and for answers that would have to wait.
 */
final class ShortCalls implements BooleanSupplier {
  private static final Logger LOG = LoggerFactory.getLogger(ShortCalls.class);

  private final CallMemory memory;
  private final Requests requests;
  private final CallRun run;
  private final Answers answers;
  private final Unsent unsent;

  /** The helper thread's word for arrivals as it was last read here. */
  private long seenArrivals;

  /**
   * @param requests finds the requests for short handlers
   * @param unsent takes the answers that would have to wait
   */
  ShortCalls(CallMemory memory, Requests requests, Unsent unsent) {
    this.memory = memory;
    this.requests = requests;
    this.run = new CallRun(memory);
    this.answers = new Answers(memory, requests);
    this.unsent = unsent;
  }

  /**
   * Serves all present requests for short handlers.
   *
   * @return whether the helper thread is needed: its word has changed, here or elsewhere
   */
  @Override
  public boolean getAsBoolean() {
    try {
      if (serve()) {
        memory.markArrival();
      }
      long arrivals = memory.own(CallLayout.ARRIVALS);
      boolean wanted = arrivals != seenArrivals;
      seenArrivals = arrivals;
      return wanted;
    } catch (ArmciException | IllegalStateException e) {
      // The runtime is closed, or its memory is freed; the other ranks detect that by themselves.
      LOG.debug("rank {} serves no more short calls: {}", memory.rank(), e.toString());
      return true;
    }
  }

  /** Serves the requests; returns whether something is left for the helper thread. */
  private boolean serve() {
    boolean left = false;
    for (int taken = requests.take(); taken >= 0; taken = requests.take()) {
      long outcome = run.run(requests, taken);
      if (!answers.trySend(taken, outcome)) {
        unsent.add(taken, outcome); // before the word that makes the helper thread look here
        left = true;
      }
    }
    return left || requests.leftSome();
  }
}
