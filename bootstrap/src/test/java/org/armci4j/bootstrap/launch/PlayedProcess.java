package org.armci4j.bootstrap.launch;

import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.armci4j.bootstrap.launch.process.RankProcess;

/** A rank's process that ends when its test says so, or when it is killed. */
final class PlayedProcess implements RankProcess {
  static final int KILLED = 137;

  private final int rank;
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();

  /** Whether its end may never be heard of. */
  private final boolean elsewhere;

  /** Whether it outlives that it is killed. */
  private volatile boolean tough;

  PlayedProcess(int rank) {
    this(rank, false);
  }

  PlayedProcess(int rank, boolean elsewhere) {
    this.rank = rank;
    this.elsewhere = elsewhere;
  }

  /** Does not end when it is killed, as the kernel is slow or the host is lost. */
  void outliveKill() {
    tough = true;
  }

  /** Ends the process, unless it has ended. */
  void end(int code) {
    exit.complete(code);
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public String place() {
    return "played";
  }

  @Override
  public OutputStream input() {
    return OutputStream.nullOutputStream();
  }

  @Override
  public void onExit(Consumer<RankProcess> action) {
    var _ = exit.thenRun(() -> action.accept(this));
  }

  @Override
  public int exitCode() {
    return exit.join();
  }

  @Override
  public String exitReason() {
    return exit.join() == KILLED ? "was killed" : "exited with code " + exit.join();
  }

  @Override
  public boolean endedByLauncher() {
    return false;
  }

  @Override
  public boolean isStopped() {
    return false;
  }

  @Override
  public void printStacks() {}

  @Override
  public void terminate() {
    end(KILLED);
  }

  @Override
  public void kill() {
    if (!tough) {
      end(KILLED);
    }
  }

  @Override
  public boolean giveUp() {
    return elsewhere;
  }

  @Override
  public boolean awaitExit(long timeoutNanos) throws InterruptedException {
    try {
      exit.get(timeoutNanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException runs) {
      return false;
    } catch (java.util.concurrent.ExecutionException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Override
  public void awaitOutput(long deadlineNanos) {}
}
