package org.armci4j.bootstrap.launch.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.armci4j.bootstrap.launch.process.ProcessStatus;
import org.armci4j.bootstrap.launch.process.RankProcess;
import org.armci4j.bootstrap.launch.rank.RankExit;
import org.armci4j.bootstrap.launch.ssh.AgentWire.Kind;

/** A rank's process on another host, as its agent reports it. */
public final class RemoteRank implements RankProcess {
  private final int rank;
  private final RemoteHost host;
  private final OutputStream output;
  private final OutputStream errors;
  private final IncomingFiles files;
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();
  private final CountDownLatch delivered = new CountDownLatch(1);
  private final Semaphore window = new Semaphore(InputFeed.WINDOW_BYTES);
  private volatile long pid;
  private volatile String loss;
  private volatile boolean endedByLauncher;

  /** Makes the rank numbered {@code rank}, whose output and files go to these places. */
  RemoteRank(
      int rank, RemoteHost host, OutputStream output, OutputStream errors, IncomingFiles files) {
    this.rank = rank;
    this.host = host;
    this.output = output;
    this.errors = errors;
    this.files = files;
  }

  /** Takes in a frame about this rank. */
  void receive(AgentWire.Frame frame) throws IOException {
    switch (frame.kind()) {
      case STARTED -> pid = frame.number();
      case OUTPUT -> output.write(frame.bytes());
      case ERRORS -> errors.write(frame.bytes());
      case TAKEN -> window.release(Math.toIntExact(frame.number()));
      case EXITED -> exit.complete(Math.toIntExact(frame.number()));
      case FILE -> files.begin(frame.text());
      case FILE_PART -> files.add(frame.bytes());
      case FILE_END -> files.end();
      case DELIVERED -> finish();
      default -> throw new IOException("the agent says " + frame.kind());
    }
  }

  /** Returns whether nothing more will be heard of the process. */
  boolean isDelivered() {
    return delivered.getCount() == 0;
  }

  /** Ends the rank for the launcher: nothing more will be heard of it. */
  void lose(String why) {
    if (!exit.isDone()) {
      loss = why;
      exit.complete(RankExit.FAILED);
    }
    window.release(InputFeed.WINDOW_BYTES); // a waiting writer notices at its next write
    finish();
  }

  /** Closes the streams, which lets out last lines without an end. */
  private void finish() {
    if (delivered.getCount() > 0) {
      files.close();
      try (output;
          errors) {
        delivered.countDown();
      } catch (IOException impossible) {
        throw new AssertionError("relays do not throw", impossible);
      }
    }
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public String place() {
    return (pid == 0 ? "" : "pid " + pid + " ") + "on host " + host.name();
  }

  @Override
  public OutputStream input() {
    return new InputFrames();
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
    return loss == null ? ProcessStatus.describe(exit.join()) : loss;
  }

  @Override
  public boolean endedByLauncher() {
    return endedByLauncher;
  }

  @Override
  public boolean isStopped() {
    return false;
  }

  @Override
  public void printStacks() {
    // Only the JVM of a job on this host is asked.
  }

  @Override
  public void terminate() {
    end(Kind.TERMINATE);
  }

  @Override
  public void kill() {
    end(Kind.KILL);
  }

  private void end(Kind how) {
    if (!exit.isDone()) {
      endedByLauncher = true;
      host.send(how, rank, new byte[0]);
    }
  }

  @Override
  public boolean giveUp() {
    host.doubt();
    return true;
  }

  @Override
  public boolean awaitExit(long timeoutNanos) throws InterruptedException {
    try {
      exit.get(timeoutNanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException runs) {
      return false;
    } catch (ExecutionException impossible) {
      throw new AssertionError("it is only completed with a code", impossible);
    }
  }

  @Override
  public void awaitOutput(long deadlineNanos) throws InterruptedException {
    boolean _ = awaitDelivery(deadlineNanos - System.nanoTime());
  }

  /** Waits until all output of the rank is delivered. Returns whether it is. */
  boolean awaitDelivery(long timeoutNanos) throws InterruptedException {
    return delivered.await(timeoutNanos, TimeUnit.NANOSECONDS);
  }

  /** The rank's standard input. Sends no more than the rank takes. */
  private final class InputFrames extends OutputStream {
    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int sizeBytes) throws IOException {
      for (int done = 0; done < sizeBytes; ) {
        int now = Math.min(sizeBytes - done, InputFeed.WINDOW_BYTES / 2);
        window.acquireUninterruptibly(now);
        if (exit.isDone()) {
          throw new IOException("rank " + rank + " has ended");
        }
        byte[] part = new byte[now];
        System.arraycopy(bytes, offset + done, part, 0, now);
        host.send(Kind.INPUT, rank, part);
        done += now;
      }
    }

    @Override
    public void close() {
      host.send(Kind.INPUT_END, rank, new byte[0]);
    }
  }
}
