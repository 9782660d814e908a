package org.armci4j.bootstrap;

import java.util.List;

/** Serves a job of one rank, without any connection. */
final class SoloBootstrap implements Bootstrap {
  private final FailureSignal failure = new FailureSignal(0);
  private final Mailbox mailbox = new Mailbox();
  private final WaitBoard waits = new WaitBoard(0);
  private volatile boolean closed;

  @Override
  public int rank() {
    return 0;
  }

  @Override
  public int size() {
    return 1;
  }

  @Override
  public String hostId() {
    return Host.id();
  }

  @Override
  public List<byte[]> exchange(String key, int[] members, byte[] mine, long timeoutNanos) {
    ExchangeArguments.check(key, members, 0, 1);
    Failure seen = failure.get();
    if (seen != null) {
      throw new BootstrapException("exchange '" + key + "' of rank 0 ended", seen);
    }
    if (closed) {
      throw new BootstrapException("exchange '" + key + "' of rank 0: the bootstrap is closed");
    }
    return List.of(mine.clone());
  }

  @Override
  public List<byte[]> survey(String key, int[] members, byte[] mine, long timeoutNanos) {
    return exchange(key, members, mine, timeoutNanos);
  }

  @Override
  public void refuse(String folder, String reason) {
    ExchangeArguments.checkKey(folder);
  }

  @Override
  public void send(int to, byte[] message) {
    if (to != 0) {
      throw new IllegalArgumentException("message: " + to + " is no rank of a job of 1");
    }
    mailbox.received(0, message.clone());
  }

  @Override
  public void onMessage(MessageListener listener) {
    mailbox.open(listener);
  }

  @Override
  public Failure failure() {
    return failure.get();
  }

  @Override
  public void onFailure(Runnable wakeUp) {
    failure.onFailure(wakeUp);
  }

  @Override
  public LostRanks lost() {
    return failure.lost();
  }

  @Override
  public void onLoss(Runnable wakeUp) {
    failure.onLoss(wakeUp);
  }

  @Override
  public WaitBoard waits() {
    return waits;
  }

  @Override
  public void abort(String reason) {
    failure.raise(new Failure(0, Host.name(), reason));
  }

  @Override
  public void close() {
    closed = true;
    failure.close();
  }
}
