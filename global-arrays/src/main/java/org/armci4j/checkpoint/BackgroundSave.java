package org.armci4j.checkpoint;

/** A save that goes on in a thread of its own while the rank computes. */
final class BackgroundSave {
  private final CheckpointSave save;
  private final int keep;

  /** Why the save has failed; null unless it has. Written before {@link #over}. */
  private Throwable failure;

  private volatile boolean over;

  BackgroundSave(CheckpointSave save, int keep) {
    this.save = save;
    this.keep = keep;
  }

  void start(int rank) {
    Thread.ofPlatform().daemon().name("armci-checkpoint-" + rank).start(this::run);
  }

  private void run() {
    try {
      save.finish(keep);
    } catch (RuntimeException | Error e) {
      failure = e; // for the rank's next call
    }
    over = true;
  }

  boolean isOver() {
    return over;
  }

  /** Returns the step of a save that is over; throws what has ended it early. */
  long result() {
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
    return save.step();
  }

  @Override
  public String toString() {
    return "the checkpoint of step " + save.step();
  }
}
