package org.armci4j.transport.network;

import java.util.function.BooleanSupplier;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.waiting.Doorbell;
import org.armci4j.waiting.WaitPolicy;
import org.armci4j.waiting.Waiter;

/**
 * The parts of its rank that a network is given.
 *
 * @param bootstrap tells who this rank is, and whether another one has failed
 * @param policy how this rank waits
 * @param failures learns of permanent failures
 * @param steps the steps that polls of the network take besides its completions
 * @param teller carries messages of the network to its instances on other ranks
 */
public record NetworkContext(
    Bootstrap bootstrap,
    WaitPolicy policy,
    NetworkFailure failures,
    OriginSteps steps,
    Teller teller) {
  /** Carries messages of a network to its instances on other ranks. */
  public interface Teller {
    /**
     * Sends a message to {@link Network#received} at another rank; never waits. Messages to one
     * rank arrive in the order of the calls.
     */
    void tell(int rank, byte[] message);
  }

  /**
   * Returns a waiter for changes that completions bring. No lost rank ends its waits: what is under
   * way to that rank ends with its connection.
   *
   * @param poll handles completions like {@link Network#poll}
   * @return a waiter whose looks poll; it sleeps in short steps, as nobody rings a bell for it
   */
  public Waiter waiter(BooleanSupplier poll) {
    return Waiter.forTransfers(bootstrap, poll, policy).among();
  }

  /**
   * Returns a waiter for a network that can wake a thread, as the other one apart from that.
   *
   * @param poll handles completions like {@link Network#poll}
   * @param bell rings for all that a wait may look for
   * @return a waiter whose looks poll; it sleeps until the bell rings
   */
  public Waiter waiter(BooleanSupplier poll, Doorbell bell) {
    return Waiter.forTransfers(bootstrap, poll, bell, policy).among();
  }
}
