package org.armci4j.bootstrap;

import java.util.List;
import java.util.function.Supplier;
import org.armci4j.bootstrap.settings.Settings;

/**
 * The out-of-band service of one rank: exchanges of small values at set-up, and news of failures.
 * It is slow compared with the memory operations and is never used on their path.
 *
 * <p>Any thread may call any method.
 */
public interface Bootstrap extends AutoCloseable {
  /**
   * Joins the job that {@code membership} tells of. Returns without waiting for other ranks.
   *
   * <p>A rank that has closed its bootstrap may join again. It then meets the ranks that have
   * joined as often as itself, and nothing of the time before.
   *
   * @param settings must hold the list {@link org.armci4j.bootstrap.settings.BootstrapSettings#ALL}
   * @throws BootstrapException when the rendezvous cannot be reached or refuses this rank
   */
  static Bootstrap open(Membership membership, Settings settings) {
    return membership.place().join(membership, settings);
  }

  /** This rank. */
  int rank();

  /** Number of ranks of the job. */
  int size();

  /** The public name of the job, for logs and file names: letters, digits and hyphens. */
  String jobId();

  /** Equal for two ranks exactly when they can map each other's memory. */
  String hostId();

  /**
   * A collective among {@code members}: each gives its value and receives everyone's. Many
   * exchanges with different keys may be under way at once.
   *
   * @param key names the exchange, alike at all members and not used by another one under way
   * @param members the ranks that take part, alike at all of them, this one included
   * @param mine this rank's value; copied, may be empty
   * @param timeoutNanos how long to wait for the other members, in nanoseconds: anew when one of
   *     them has come
   * @return the members' values in the order of {@code members}
   * @throws BootstrapException when a rank has failed, a member has left, members disagree, or time
   *     is over; then the message names the ranks that had not come. The exchange has then failed
   *     for all its members
   */
  List<byte[]> exchange(String key, int[] members, byte[] mine, long timeoutNanos);

  /**
   * Tells the others that this rank will not come to an exchange that they may expect it at, as its
   * caller erred and knows neither its key nor its members. The others' next exchange in the folder
   * with this rank, under way or to come, fails with the reason; each hears it once. A rank that
   * has failed in the folder as often itself, by refusing or by hearing of a refusal, is taken to
   * have done so in the same attempt, and hears nothing.
   *
   * @param folder how the keys of all exchanges begin that may be meant
   * @param reason what is wrong, for the others' exceptions
   */
  void refuse(String folder, String reason);

  /**
   * Sends a small message to one rank, which receives it without doing anything for it. Returns
   * before it has arrived; when it cannot, this rank's listener is told.
   *
   * @param to a rank of the job that has joined it
   * @param message some hundred bytes; copied
   * @throws BootstrapException when the message is larger than the setting {@code frameLimit}
   */
  void send(int to, byte[] message);

  /**
   * Gives the messages to this rank to {@code listener}, including those that have come before.
   *
   * @throws IllegalStateException when there is a listener already
   */
  void onMessage(MessageListener listener);

  /**
   * The failure that ended the job, or null while all ranks are well. As cheap as a volatile read,
   * so that every wait can poll it.
   */
  Failure failure();

  /**
   * Calls {@code wakeUp} once when the job fails, after {@link #failure()} is set, on a thread of
   * the bootstrap; soon when the job has failed already. A call may outlast {@link #close()} but
   * does not begin after it has returned.
   */
  void onFailure(Runnable wakeUp);

  /**
   * The object of a type that the job's ranks in this JVM share: made for the first of them that
   * asks, then the same for all. A rank that is alone in its JVM shares with nobody, and receives a
   * new one at each call.
   *
   * @param type what is shared
   * @param maker makes it; must not ask for a shared object itself
   */
  default <T> T shared(Class<T> type, Supplier<T> maker) {
    return maker.get();
  }

  /** Where this rank's threads tell what they wait for. */
  WaitBoard waits();

  /** Ends the job: every other rank sees {@code Failure(rank(), host, reason)}. */
  void abort(String reason);

  /**
   * Says good-bye, without waiting for other ranks. A rank that goes without a good-bye has failed.
   * Exchanges in progress on other threads of this rank end with an exception. Idempotent.
   */
  @Override
  void close();
}
