package org.armci4j.transport.network;

import java.util.function.BooleanSupplier;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.waiting.Doorbell;
import org.armci4j.waiting.WaitPolicy;
import org.armci4j.waiting.Waiter;

/**
 * What a network is given of its rank.
 *
 * @param bootstrap who this rank is, and whether another has failed
 * @param policy how this rank waits
 * @param failures learns what breaks
 * @param steps what polls of the network take beside its completions
 * @param teller carries messages of the network to itself on other ranks
 */
public record NetworkContext(
    Bootstrap bootstrap,
    WaitPolicy policy,
    NetworkFailure failures,
    OriginSteps steps,
    Teller teller) {
  /** Carries messages of a network to itself on other ranks. */
  public interface Teller {
    /**
     * Sends a message, which {@link Network#received} takes there, and waits for nothing. Messages
     * to one rank arrive in their order.
     */
    void tell(int rank, byte[] message);
  }

  /**
   * Makes a waiter for what completions bring.
   *
   * @param poll handles completions, as {@link Network#poll} does
   * @return its looks poll, and it sleeps in short steps as nobody rings for it
   */
  public Waiter waiter(BooleanSupplier poll) {
    return Waiter.forTransfers(bootstrap, poll, policy);
  }

  /**
   * The same for a network that can wake a thread.
   *
   * @param poll handles completions, as {@link Network#poll} does
   * @param bell rings for all that a wait may look for
   * @return its looks poll, and it sleeps until the bell rings
   */
  public Waiter waiter(BooleanSupplier poll, Doorbell bell) {
    return Waiter.forTransfers(bootstrap, poll, bell, policy);
  }
}
