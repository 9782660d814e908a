package org.armci4j.bootstrap.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.MeetingPlace;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.WaitBoard;
import org.armci4j.bootstrap.exchange.ExchangeTable;
import org.armci4j.bootstrap.exchange.JoinEpochs;
import org.armci4j.bootstrap.exchange.PendingExchange;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;

/**
 * A job whose ranks are threads of one JVM, which meet here. Any thread may call any method.
 *
 * <pre>{@code
 * LocalJob job = LocalJob.create(4);
 * Thread rank = new Thread(new RankThreadGroup(job.membership(0)), program);
 * }</pre>
 */
public final class LocalJob implements MeetingPlace {
  private final int size;
  private final boolean terminal;
  private final String jobId = Membership.newJobId();

  /** Objects that ranks share, by epoch and type. */
  private final Map<SharedKey, Object> shared = new ConcurrentHashMap<>();

  /** The failure that ended the job; null while there is none. Written under the lock. */
  private volatile Failure failure;

  // Guarded by this, as are the fields below.
  private final JoinEpochs epochs;
  private final LocalBootstrap[] ranks;
  private final boolean[] left;

  /** Ranks that the job goes on without. */
  private final List<Failure> losses = new ArrayList<>();

  private record SharedKey(int epoch, Class<?> type) {}

  private LocalJob(int size, boolean terminal) {
    this.size = size;
    this.terminal = terminal;
    this.epochs = new JoinEpochs(size);
    this.ranks = new LocalBootstrap[size];
    this.left = new boolean[size];
  }

  /** Makes a job of {@code size} ranks, none of which has joined. */
  public static LocalJob create(int size) {
    return create(size, false);
  }

  /** Makes a job of {@code size} ranks; {@code terminal} says whether a person sees its output. */
  public static LocalJob create(int size, boolean terminal) {
    if (size < 1 || size > Membership.SIZE_LIMIT) {
      throw new IllegalArgumentException(
          "a job has 1 to " + Membership.SIZE_LIMIT + " ranks, not " + size);
    }
    return new LocalJob(size, terminal);
  }

  /** Returns the membership of {@code rank}. */
  public Membership membership(int rank) {
    return new Membership(rank, size, jobId, terminal, this);
  }

  @Override
  public boolean isInOneJvm() {
    return true;
  }

  /** Returns the number of ranks. */
  public int size() {
    return size;
  }

  /** Returns the job's public name. */
  public String jobId() {
    return jobId;
  }

  /** Returns the failure that ended the job, or null. */
  public Failure failure() {
    return failure;
  }

  private boolean isLost(int rank) {
    return losses.stream().anyMatch(loss -> loss.rank() == rank);
  }

  /** Returns whether {@code rank} has joined and has not said good-bye. */
  public synchronized boolean isMember(int rank) {
    return ranks[rank] != null && !left[rank];
  }

  /** Returns the waits of {@code rank}'s threads, or null when the rank is no member. */
  public synchronized WaitBoard waits(int rank) {
    return isMember(rank) ? ranks[rank].waits() : null;
  }

  /**
   * Tells all ranks that {@code rank} has failed, for example because its thread ended before it
   * said good-bye. Only the first failure of a job counts.
   */
  public synchronized void fail(int rank, String reason) {
    if (failure != null) {
      return;
    }
    failure = new Failure(rank, Host.name(), reason);
    for (LocalBootstrap member : ranks) {
      if (member != null) {
        member.jobFailed(failure);
      }
    }
  }

  /**
   * Tells the other ranks that the job goes on without {@code rank}, as with processes the setting
   * {@code onFailure} does. The first reason counts.
   */
  public synchronized void lose(int rank, String reason) {
    if (isLost(rank)) {
      return;
    }
    Failure loss = new Failure(rank, Host.name(), reason);
    losses.add(loss);
    for (int other = 0; other < size; other++) {
      if (other != rank && isMember(other)) {
        ranks[other].rankLost(loss);
      }
    }
    left[rank] = true;
    epochs.lose(rank, "on " + loss.host() + " failed: " + reason);
  }

  <T> T shared(int epoch, Class<T> type, Supplier<T> maker) {
    return type.cast(shared.computeIfAbsent(new SharedKey(epoch, type), key -> maker.get()));
  }

  @Override
  public synchronized Bootstrap join(Membership self, Settings settings) {
    int rank = self.rank();
    if (isMember(rank)) {
      throw new BootstrapException(
          Text.format("rank %d has joined job %s before, and not left it", rank, jobId));
    }
    if (failure() != null) {
      throw new BootstrapException("rank " + rank + " cannot join the job", failure());
    }
    left[rank] = false;
    String hostId = settings.get(BootstrapSettings.HOST_ID);
    ranks[rank] = new LocalBootstrap(this, rank, epochs.join(rank), hostId);
    losses.forEach(ranks[rank]::rankLost);
    return ranks[rank];
  }

  synchronized void contribute(
      String key, boolean survey, int[] members, int rank, byte[] part, PendingExchange pending) {
    if (isLost(rank)) {
      pending.failed("the job goes on without rank " + rank);
      return;
    }
    epochs
        .exchanges(rank)
        .contribute(
            key,
            survey,
            members,
            rank,
            part,
            new ExchangeTable.Listener() {
              @Override
              public void completed(List<byte[]> parts) {
                // Copies: each member owns the values that it receives.
                pending.completed(copies(parts));
              }

              @Override
              public void failed(String reason) {
                pending.failed(reason);
              }

              @Override
              public void waitExtended() {
                pending.waitExtended();
              }
            });
  }

  private static List<byte[]> copies(List<byte[]> parts) {
    List<byte[]> copies = new ArrayList<>(parts.size());
    parts.forEach(part -> copies.add(part == null ? null : part.clone()));
    return copies;
  }

  /** Returns the bootstrap of a rank in this epoch, or null when the rank is not there. */
  synchronized LocalBootstrap member(int rank, int epoch) {
    return left[rank] || epochs.of(rank) != epoch ? null : ranks[rank];
  }

  synchronized void giveUp(String key, int rank, String why) {
    epochs.exchanges(rank).giveUp(key, rank, why);
  }

  synchronized void overdue(String key, int rank, String why) {
    epochs.exchanges(rank).overdue(key, rank, why);
  }

  synchronized void refuse(String folder, int rank, String reason) {
    epochs.exchanges(rank).refuse(folder, rank, reason);
  }

  synchronized void leave(int rank) {
    if (isLost(rank)) {
      return;
    }
    left[rank] = true;
    int epoch = epochs.of(rank);
    if (epochs.leave(rank)) {
      shared.keySet().removeIf(key -> key.epoch() == epoch);
    }
  }
}
