package org.armci4j.bootstrap.launch.ssh;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.RankEnvironment;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.launch.plan.RankProgram;
import org.armci4j.bootstrap.launch.process.ProcessStatus;
import org.armci4j.bootstrap.launch.ssh.AgentWire.Frame;
import org.armci4j.bootstrap.launch.ssh.AgentWire.Kind;
import org.armci4j.bootstrap.launch.streams.LineRelay;
import org.armci4j.bootstrap.launch.streams.OutputPump;
import org.armci4j.bootstrap.launch.streams.OutputSink;
import org.armci4j.bootstrap.launch.sweep.ProcessState;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;

/**
 * The launcher's end of the connection to an agent that runs ranks on a host. One thread sends
 * frames, so that no caller waits for a host that does not read; another receives them.
 */
public final class RemoteHost implements AutoCloseable {
  /** How long an agent without work may take to end. */
  private static final long CLOSE_NANOS = 2_000_000_000;

  /** How often to look whether an agent that has not sent all output is stopped. */
  private static final long LOOK_NANOS = 100_000_000;

  /** How long ssh may take to end after its output has ended. */
  private static final long ENDING_NANOS = 200_000_000;

  /** Beats that an agent gets within the time for which the launcher may be silent. */
  private static final int BEATS = 4;

  private static final Frame END = new Frame(Kind.INPUT_END, -1, new byte[0]);

  private final String name;
  private final Process process;
  private final OutputSink errors;

  /** How long the agent bears a silent launcher, in nanoseconds; 0 means forever. */
  private final long silenceNanos;

  private final BlockingQueue<Frame> outgoing = new LinkedBlockingQueue<>();

  /** In the order in which they were added; the last one of a number is its rank's next process. */
  private final List<RemoteRank> ranks = new CopyOnWriteArrayList<>();

  /** Whether nothing more will be heard from the host. */
  private volatile boolean lost;

  /** Whether the host has not been heard since {@link #doubt}. */
  private volatile boolean doubted;

  /** What went wrong apart from a lost connection; for the receiving thread. */
  private String problem;

  /**
   * Connects; starts nothing on the host yet.
   *
   * @param name the host
   * @param jobId the job whose ranks the host will run
   * @param settings name the command that connects and the command that starts Java there
   * @param errors gets the output of ssh and of the login
   * @throws LaunchException when the command cannot be run
   */
  public static RemoteHost connect(
      String name, String jobId, Settings settings, OutputSink errors) {
    String sshCommand = settings.get(BootstrapSettings.SSH_COMMAND);
    String remoteJava = settings.get(BootstrapSettings.REMOTE_JAVA);
    ProcessBuilder builder =
        new ProcessBuilder(RemoteShell.command(name, jobId, sshCommand, remoteJava));
    // The mark is set before the process becomes an agent, while it still is a shell: a stopped one
    // must be found too.
    builder.environment().put(RankEnvironment.AGENT, jobId);
    return new RemoteHost(
        name, builder, settings.get(BootstrapSettings.AGENT_TIMEOUT).toNanos(), errors);
  }

  private RemoteHost(String name, ProcessBuilder builder, long silenceNanos, OutputSink errors) {
    this.name = name;
    this.silenceNanos = silenceNanos;
    this.errors = errors;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new LaunchException(
          Text.format(
              "cannot run '%s' for host %s (setting sshCommand): %s",
              builder.command().getFirst(), name, e.getMessage()),
          e);
    }
  }

  String name() {
    return name;
  }

  /** Adds a rank of this host; call it before {@link #start}. */
  public RemoteRank add(
      int rank, RankProgram program, OutputStream output, OutputStream itsErrors) {
    RemoteRank added =
        new RemoteRank(rank, this, output, itsErrors, new IncomingFiles(program, rank));
    ranks.add(added);
    return added;
  }

  /** Returns whether the connection to the host has ended. */
  public boolean isLost() {
    return lost;
  }

  /** Notes that the host has not done in time what it was told. */
  void doubt() {
    doubted = true;
  }

  /** Returns whether the host may have failed without an end of the connection. */
  public boolean isDoubted() {
    return doubted;
  }

  /**
   * Adds the next process of a rank whose last one has ended, here or on a host that is lost, and
   * starts it. Returns at once.
   */
  public RemoteRank startAgain(HostStart what, OutputStream output, OutputStream itsErrors) {
    RemoteRank added = add(what.first().rank(), what.program(), output, itsErrors);
    if (lost) { // by a thread that may not have seen the new one
      added.lose(lostWith());
    } else {
      send(Kind.START, added.rank(), what.encode());
    }
    return added;
  }

  /** Starts the ranks that were added. Returns at once. */
  public void start(HostStart what) {
    send(Kind.START, what.first().rank(), what.encode());
    if (silenceNanos > 0) {
      outgoing.add(beat());
    }
    daemon("armci-to-" + name, this::sendAll);
    daemon("armci-from-" + name, this::receiveAll);
    OutputPump _ =
        OutputPump.start(
            "armci-err-" + name, process.getErrorStream(), new LineRelay(errors, new byte[0]));
  }

  private static void daemon(String name, Runnable task) {
    Thread.ofPlatform().name(name).daemon().start(task);
  }

  void send(Kind kind, int rank, byte[] bytes) {
    outgoing.add(new Frame(kind, rank, bytes));
  }

  private void sendAll() {
    try (OutputStream to = new BufferedOutputStream(process.getOutputStream())) {
      AgentWire.Writer writer = new AgentWire.Writer(to);
      for (Frame next = next(); !next.equals(END); next = next()) {
        writer.send(next.kind(), next.rank(), next.bytes());
      }
    } catch (IOException gone) {
      // The receiving thread learns of the end too, and of its reason.
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the next frame to send: a beat when there has been none for a while. */
  private Frame next() throws InterruptedException {
    if (silenceNanos == 0) {
      return outgoing.take();
    }
    Frame next = outgoing.poll(silenceNanos / BEATS, TimeUnit.NANOSECONDS);
    return next == null ? beat() : next;
  }

  private Frame beat() {
    return new Frame(Kind.BEAT, -1, ByteBuffer.allocate(Long.BYTES).putLong(silenceNanos).array());
  }

  private void receiveAll() {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(process.getInputStream()))) {
      if (AgentWire.awaitGreeting(in, new LineRelay(errors, new byte[0]))) {
        for (Frame next = AgentWire.read(in); next != null; next = AgentWire.read(in)) {
          receive(next);
        }
      } else {
        problem = "no agent answers on host " + name;
      }
    } catch (IOException | ArithmeticException broken) {
      problem = "the agent on host " + name + " cannot be understood: " + broken.getMessage();
    }
    lost = true;
    String loss = loss();
    ranks.forEach(rank -> rank.lose(loss));
  }

  private void receive(Frame frame) throws IOException {
    doubted = false;
    if (frame.kind() == Kind.NOT_STARTED) {
      problem = "host " + name + ": " + frame.text();
      outgoing.add(END); // lets the agent end, as it has nothing to do
      return;
    }
    RemoteRank addressee = null;
    for (RemoteRank rank : ranks) {
      // A rank's next process starts when all has been sent that its last one has left.
      boolean isLater = addressee == null || addressee.isDelivered();
      if (rank.rank() == frame.rank() && isLater) {
        addressee = rank;
      }
    }
    if (addressee == null) {
      throw new IOException("rank " + frame.rank() + " is not there");
    }
    addressee.receive(frame);
  }

  private String lostWith() {
    return "was lost with the connection to host " + name;
  }

  /** Returns why the remaining ranks are lost, as the second half of a sentence. */
  private String loss() {
    String what = problem == null ? lostWith() : "could not be started: " + problem;
    try {
      if (process.waitFor(ENDING_NANOS, TimeUnit.NANOSECONDS) && process.exitValue() != 0) {
        return what + " (ssh " + ProcessStatus.describe(process.exitValue()) + ")";
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
    return what;
  }

  /**
   * Waits a little for the ends of ranks that were told to end, and then without limit for all
   * their output. Hangs up when the agent is silent or stopped.
   */
  public void hangUpIfSilent() throws InterruptedException {
    long end = System.nanoTime() + CLOSE_NANOS;
    for (RemoteRank rank : ranks) {
      if (!rank.awaitExit(Math.max(0, end - System.nanoTime()))) {
        close();
        return;
      }
    }
    for (RemoteRank rank : ranks) {
      while (!rank.awaitDelivery(LOOK_NANOS)) {
        if (ProcessState.isStopped(process.pid())) { // the agent, or the ssh to it
          close();
          return;
        }
      }
    }
  }

  /** Hangs up, which ends all ranks that still run there. */
  @Override
  public void close() {
    outgoing.add(END);
    try {
      if (!process.waitFor(CLOSE_NANOS, TimeUnit.NANOSECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException now) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
