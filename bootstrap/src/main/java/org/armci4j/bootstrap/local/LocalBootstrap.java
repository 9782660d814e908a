package org.armci4j.bootstrap.local;

import java.util.function.Supplier;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.exchange.ExchangeBootstrap;
import org.armci4j.bootstrap.exchange.PendingExchange;
import org.armci4j.bootstrap.text.Text;

/** The bootstrap of one rank of a {@link LocalJob}. */
final class LocalBootstrap extends ExchangeBootstrap {
  private final LocalJob job;
  private final int epoch;
  private final String hostId;

  LocalBootstrap(LocalJob job, int rank, int epoch, String hostId) {
    super(rank, job.size());
    this.hostId = hostId.isEmpty() ? Host.id() : hostId;
    this.job = job;
    this.epoch = epoch;
  }

  /**
   * Returns an id that only ranks of this JVM have. Different values of the setting {@code hostId}
   * make several hosts of one JVM.
   */
  @Override
  public String hostId() {
    return hostId + "/pid:" + ProcessHandle.current().pid();
  }

  @Override
  public <T> T shared(Class<T> type, Supplier<T> maker) {
    return job.shared(epoch, type, maker);
  }

  @Override
  protected void contribute(
      String key, boolean survey, int[] members, byte[] mine, PendingExchange pending) {
    job.contribute(key, survey, members, rank(), mine, pending);
  }

  @Override
  protected void giveUp(String key, String why) {
    job.giveUp(key, rank(), why);
  }

  @Override
  protected void overdue(String key, String why) {
    job.overdue(key, rank(), why);
  }

  @Override
  protected void sendRefusal(String folder, String reason) {
    job.refuse(folder, rank(), reason);
  }

  @Override
  protected void deliver(int to, byte[] message) {
    LocalBootstrap receiver = job.member(to, epoch);
    if (receiver == null) {
      mailbox.undelivered(to, Text.format("rank %d is not in the job, or has left it", to));
    } else {
      receiver.mailbox.received(rank(), message);
    }
  }

  @Override
  public void abort(String reason) {
    job.fail(rank(), reason);
  }

  @Override
  protected void leave() {
    job.leave(rank());
  }

  /** Notes a rank that the job has lost. The job calls it, holding its lock. */
  void rankLost(Failure loss) {
    lost(loss);
  }

  /** Ends this rank's waits with the job's failure. The job calls it once, holding its lock. */
  void jobFailed(Failure failure) {
    failed(failure);
  }
}
