package org.armci4j.bootstrap;

import java.util.List;
import java.util.function.Supplier;
import org.armci4j.bootstrap.settings.Settings;

/**
 * Provides one rank's out-of-band service: exchanges of small values at set-up, and news of
 * failures. It is slow compared with memory operations, which never use it.
 *
 * <p>Any thread may call any method.
 */
public interface Bootstrap extends AutoCloseable {
  /**
   * Joins the job that {@code membership} names. Returns without waiting for other ranks.
   *
   * <p>A rank that has closed its bootstrap may join again. It then meets the ranks that have
   * joined as often as itself. Nothing of its earlier membership reaches the new one.
   *
   * @param settings must hold the list {@link org.armci4j.bootstrap.settings.BootstrapSettings#ALL}
   * @throws BootstrapException when the rendezvous cannot be reached or refuses this rank
   */
  static Bootstrap open(Membership membership, Settings settings) {
    return membership.place().join(membership, settings);
  }

  /** Returns this rank's number. */
  int rank();

  /** Returns the number of ranks of the job. */
  int size();

  /**
   * Returns the job's epoch in which this rank takes part: 0 at first, one more after each failure
   * that has ended an epoch. The same at all ranks that meet.
   */
  default int epoch() {
    return 0;
  }

  /** Returns whether this process has taken the place of a failed one of the same rank. */
  default boolean restarted() {
    return false;
  }

  /** Returns a name that two ranks share exactly when they can map each other's memory. */
  String hostId();

  /**
   * Exchanges values among {@code members}, collectively: each gives one and receives all. Many
   * exchanges with different keys may be under way at once.
   *
   * @param key names the exchange; the same at all members, and different from the keys of other
   *     exchanges under way
   * @param members the ranks that take part, this one included; the same at all members
   * @param mine this rank's value; copied, may be empty
   * @param timeoutNanos how long to wait for the other members, in nanoseconds; the time starts
   *     again when another member has come
   * @return the members' values in the order of {@code members}
   * @throws BootstrapException when a rank has failed, a member has left, members disagree, or time
   *     is over; then the message names the missing ranks. The exchange has then failed for all its
   *     members
   */
  List<byte[]> exchange(String key, int[] members, byte[] mine, long timeoutNanos);

  /**
   * Exchanges values among those of {@code members} that are left, collectively, as {@link
   * #exchange} does. It is complete when each member has come, has failed, or has left the job. All
   * that come receive the same list; a rank that fails meanwhile is in it or not, for all of them.
   * The members agree on it by the process that holds the rendezvous, which outlives them.
   *
   * @param key as for {@link #exchange}
   * @param members as for {@link #exchange}; some may be lost already
   * @param mine this rank's value; copied, may be empty
   * @param timeoutNanos as for {@link #exchange}
   * @return the values in the order of {@code members}; null for members that have not come
   * @throws BootstrapException when the job has failed, members disagree, or time is over
   */
  List<byte[]> survey(String key, int[] members, byte[] mine, long timeoutNanos);

  /**
   * Tells the other ranks that this rank will not come to an exchange. For a caller that erred, and
   * so knows neither key nor members. The other ranks' next exchange in the folder with this rank,
   * under way or later, fails with the reason, once for each rank.
   *
   * <p>A rank's attempts in a folder fail by its own refusals and by the refusals it hears of. A
   * rank with as many failures as this one is taken to have failed in the same attempt, and is not
   * told.
   *
   * @param folder the beginning of the keys of all exchanges that may be meant
   * @param reason what is wrong, for the other ranks' exceptions
   */
  void refuse(String folder, String reason);

  /**
   * Sends a small message to one rank, which receives it without a call of its own. Returns before
   * the message has arrived. When it cannot arrive, this rank's listener is told.
   *
   * @param to a rank of the job that has joined it
   * @param message some hundred bytes; copied
   * @throws BootstrapException when the message is larger than the setting {@code frameLimit}
   */
  void send(int to, byte[] message);

  /**
   * Passes the messages to this rank to {@code listener}, including those that have come already.
   *
   * @throws IllegalStateException when there is a listener already
   */
  void onMessage(MessageListener listener);

  /**
   * Returns the failure that ended the job, or null while all ranks are well. As cheap as a
   * volatile read, so that every wait can poll it.
   */
  Failure failure();

  /**
   * Returns the ranks that the job has lost and goes on without, by the setting {@code onFailure};
   * always none where a failure ends the job.
   */
  LostRanks lost();

  /**
   * Calls {@code wakeUp} after each rank that the job loses and goes on without, after {@link
   * #lost} has it, on a thread of the bootstrap. Calls it soon when ranks are lost already. A call
   * may outlast {@link #close()} but does not begin after close has returned.
   */
  void onLoss(Runnable wakeUp);

  /**
   * Calls {@code wakeUp} once when the job fails, after {@link #failure()} is set, on a thread of
   * the bootstrap. Calls it soon when the job has failed already. A call may outlast {@link
   * #close()} but does not begin after close has returned.
   */
  void onFailure(Runnable wakeUp);

  /**
   * Returns the object of a type that the job's ranks in this JVM share. The first of them to ask
   * makes it. A rank that is alone in its JVM receives a new object at each call.
   *
   * @param type the shared type
   * @param maker makes the object; must not ask for a shared object itself
   */
  default <T> T shared(Class<T> type, Supplier<T> maker) {
    return maker.get();
  }

  /** Returns the board on which this rank's threads post what they wait for. */
  WaitBoard waits();

  /** Ends the job: every other rank sees {@code Failure(rank(), host, reason)}. */
  void abort(String reason);

  /**
   * Says good-bye, without waiting for other ranks. A rank that ends without a good-bye has failed.
   * Exchanges in progress on other threads of this rank end with an exception. Idempotent.
   */
  @Override
  void close();
}
