package org.armci4j.bootstrap;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.armci4j.bootstrap.exchange.Answer;
import org.armci4j.bootstrap.exchange.ExchangeTable;

/**
 * Where the ranks of a job meet that are threads of one JVM. Any thread may call any method.
 *
 * <pre>{@code
 * LocalJob job = LocalJob.create(4);
 * Thread rank = new Thread(new RankThreadGroup(job.membership(0)), program);
 * }</pre>
 */
public final class LocalJob {
  private final int size;
  private final boolean terminal;
  private final String jobId = Membership.newJobId();
  private final Map<Class<?>, Object> shared = new ConcurrentHashMap<>();

  // All below is guarded by this.
  private final ExchangeTable exchanges;
  private final LocalBootstrap[] ranks;
  private final boolean[] left;
  private Failure failure;

  private LocalJob(int size, boolean terminal) {
    this.size = size;
    this.terminal = terminal;
    this.exchanges = new ExchangeTable(size);
    this.ranks = new LocalBootstrap[size];
    this.left = new boolean[size];
  }

  /** A job of {@code size} ranks, none of which has joined. */
  public static LocalJob create(int size) {
    return create(size, false);
  }

  /** A job of {@code size} ranks; {@code terminal} is whether a person sees its output. */
  public static LocalJob create(int size, boolean terminal) {
    if (size < 1 || size > Membership.SIZE_LIMIT) {
      throw new IllegalArgumentException(
          "a job has 1 to " + Membership.SIZE_LIMIT + " ranks, not " + size);
    }
    return new LocalJob(size, terminal);
  }

  /** Who {@code rank} is. */
  public Membership membership(int rank) {
    return new Membership(rank, size, null, null, jobId, terminal, this);
  }

  /** Number of ranks. */
  public int size() {
    return size;
  }

  /** The job's public name. */
  public String jobId() {
    return jobId;
  }

  /** The failure that ended the job, or null. */
  public synchronized Failure failure() {
    return failure;
  }

  /** Whether {@code rank} has joined and has not said good-bye. */
  public synchronized boolean isMember(int rank) {
    return ranks[rank] != null && !left[rank];
  }

  /**
   * Tells all ranks that {@code rank} has failed, as its thread ended before it said good-bye, say.
   * Only the first failure of a job counts.
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

  <T> T shared(Class<T> type, Supplier<T> maker) {
    return type.cast(shared.computeIfAbsent(type, key -> maker.get()));
  }

  synchronized Bootstrap join(int rank) {
    if (ranks[rank] != null) {
      throw new BootstrapException(
          "rank %d has joined job %s before; a rank joins once".formatted(rank, jobId));
    }
    if (failure != null) {
      throw new BootstrapException("rank " + rank + " cannot join the job", failure);
    }
    ranks[rank] = new LocalBootstrap(this, rank);
    return ranks[rank];
  }

  synchronized void contribute(String key, int[] members, int rank, byte[] part, Answer answer) {
    exchanges.contribute(
        key,
        members,
        rank,
        part,
        new ExchangeTable.Outcome() {
          @Override
          public void completed(List<byte[]> parts) {
            // Copies: the caller owns what it receives, and others receive the same.
            answer.completed(parts.stream().map(byte[]::clone).toList());
          }

          @Override
          public void failed(String reason) {
            answer.failed(reason);
          }
        });
  }

  /** The rank as others reach it, or null when it has not joined or has left. */
  synchronized LocalBootstrap member(int rank) {
    return left[rank] ? null : ranks[rank];
  }

  synchronized void giveUp(String key, int rank, String why) {
    exchanges.giveUp(key, rank, why);
  }

  synchronized void leave(int rank) {
    left[rank] = true;
    exchanges.leave(rank);
  }
}
