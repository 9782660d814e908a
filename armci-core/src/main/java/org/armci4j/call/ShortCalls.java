package org.armci4j.call;

import java.util.function.BooleanSupplier;
import org.armci4j.ArmciException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves calls of short handlers by the thread that takes in what a network brings, when a request
 * has come by it: the thread of the calls then need not be woken, which takes far longer than such
 * a call. That one is only wanted for what is not short, and for answers that would have to wait.
 */
final class ShortCalls implements BooleanSupplier {
  private static final Logger LOG = LoggerFactory.getLogger(ShortCalls.class);

  private final CallMemory memory;
  private final Requests requests;
  private final CallRun run;
  private final Answers answers;
  private final Unsent unsent;

  /** What the word of the thread of the calls held when this looked last. */
  private long seenArrivals;

  /**
   * @param requests of short handlers
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
   * Serves what there is.
   *
   * @return whether the thread of the calls is wanted: its word has changed, by this or by others
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
      // The runtime is closed, or its memory has gone: the others learn of that by themselves.
      LOG.debug("rank {} serves no more short calls: {}", memory.rank(), e.toString());
      return true;
    }
  }

  /** Whether something is left to the thread of the calls. */
  private boolean serve() {
    boolean left = false;
    for (int taken = requests.take(); taken >= 0; taken = requests.take()) {
      long outcome = run.run(requests, taken);
      if (!answers.trySend(taken, outcome)) {
        unsent.add(taken, outcome); // before the word that has its thread look here
        left = true;
      }
    }
    return left || requests.leftSome();
  }
}
