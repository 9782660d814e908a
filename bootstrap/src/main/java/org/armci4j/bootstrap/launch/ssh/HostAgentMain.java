package org.armci4j.bootstrap.launch.ssh;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.launch.process.JobProcesses;
import org.armci4j.bootstrap.launch.process.LocalRank;
import org.armci4j.bootstrap.launch.process.OpenFiles;
import org.armci4j.bootstrap.launch.process.RankCommand;
import org.armci4j.bootstrap.launch.process.RankLauncher;
import org.armci4j.bootstrap.launch.process.RankProcess;
import org.armci4j.bootstrap.launch.rank.ParentWatch;
import org.armci4j.bootstrap.launch.rank.RankExit;
import org.armci4j.bootstrap.launch.ssh.AgentWire.Frame;
import org.armci4j.bootstrap.launch.ssh.AgentWire.Kind;
import org.armci4j.bootstrap.text.Text;

/**
 * Starts the ranks of one host for a launcher on another. Carries their output, input and ends
 * through {@link AgentWire}, and ends the ranks when the connection to the launcher ends.
 */
public final class HostAgentMain {
  /** How long the last output of ended ranks may take to be sent after the launcher has gone. */
  private static final long LAST_OUTPUT_NANOS = 1_000_000_000;

  /** Exit code of a process that the launcher has killed before it started: 128 + SIGKILL. */
  private static final int KILLED = 137;

  private final DataInputStream in;
  private final AgentWire.Writer out;
  private final JobProcesses processes = new JobProcesses();

  /** By number; the last process of each. */
  private final Map<Integer, LocalRank> ranks = new ConcurrentHashMap<>();

  /** By number: completed when all output of the rank's last process has been sent. */
  private final Map<Integer, CompletableFuture<Void>> deliveries = new ConcurrentHashMap<>();

  /** Ranks whose next process has not started; guarded by this object. */
  private final Set<Integer> awaited = new HashSet<>();

  /** Those of them whose next process the launcher has ended already; guarded by this object. */
  private final Set<Integer> unwanted = new HashSet<>();

  private RankLauncher launcher;
  private RankCommand command;
  private OutgoingFiles files;
  private final LauncherWatch watch = new LauncherWatch(this::launcherIsSilent);
  private final Map<Integer, InputFeed> feeds = new HashMap<>();

  private HostAgentMain(DataInputStream in, AgentWire.Writer out) {
    this.in = in;
    this.out = out;
  }

  /** Serves the launcher that started this process; only a launcher starts this class. */
  public static void main(String[] args) throws InterruptedException {
    var in = new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
    var out =
        new AgentWire.Writer(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    System.setOut(System.err); // standard output is for frames alone
    new HostAgentMain(in, out).run();
    System.exit(0);
  }

  private void run() throws InterruptedException {
    try {
      out.greet();
      Frame first = AgentWire.read(in);
      if (first != null && first.kind() == Kind.START) {
        startAll(HostStart.decode(first.bytes()));
        for (Frame next = AgentWire.read(in); next != null; next = AgentWire.read(in)) {
          obey(next);
        }
      }
    } catch (IOException lost) {
      System.err.println("armci: agent on " + Host.name() + ": " + lost.getMessage());
    } finally {
      processes.stop();
      processes.awaitOutput(LAST_OUTPUT_NANOS);
    }
  }

  private void startAll(HostStart start) throws IOException {
    File directory = new File(start.directory());
    if (!directory.isDirectory()) {
      refuse(
          Text.format(
              "there is no directory %s, in which the job was started: every host needs it",
              directory));
      return;
    }
    processes.giveTimeToEnd(start.ending(), () -> {}); // the launcher says it for all
    String part = start.first().jobId() + "-" + ProcessHandle.current().pid();
    launcher = RankLauncher.ofAgent(start.program(), processes, start.directory(), part);
    command = new RankCommand(start.program(), start.ranks());
    try {
      files = OutgoingFiles.of(start.program());
      Runtime.getRuntime().addShutdownHook(new Thread(() -> removeFiles(start), "armci-files"));
      OpenFiles.require(start.ranks());
      for (int i = 0; i < start.ranks(); i++) {
        LocalRank rank = start(start.membership(i));
        int number = rank.rank();
        if (start.program().input().reaches(number)) {
          feeds.put(number, InputFeed.start(number, rank.input(), out));
        }
      }
    } catch (LaunchException impossible) {
      refuse(impossible.getMessage());
    }
  }

  /** Removes what ranks have left, once all have ended: no launcher wants it any more. */
  private void removeFiles(HostStart start) {
    processes.stop(start.ending());
    files.close(ranks.keySet());
  }

  private LocalRank start(Membership membership) throws IOException {
    int number = membership.rank();
    LocalRank rank =
        launcher.start(
            command, membership, out.stream(Kind.OUTPUT, number), out.stream(Kind.ERRORS, number));
    ranks.put(number, rank);
    deliveries.put(number, new CompletableFuture<>());
    out.send(Kind.STARTED, number, rank.pid());
    rank.onExit(this::ended);
    return rank;
  }

  /**
   * Starts the next process of a rank, once all output of the last one has been sent: frames name
   * the rank alone.
   */
  private synchronized void startLater(Membership next) {
    awaited.add(next.rank());
    CompletableFuture<Void> delivery =
        deliveries.getOrDefault(next.rank(), CompletableFuture.completedFuture(null));
    CompletableFuture<Void> _ = delivery.thenRunAsync(() -> startAgain(next));
  }

  private synchronized void startAgain(Membership next) {
    awaited.remove(next.rank());
    if (unwanted.remove(next.rank())) {
      tellEnd(next.rank(), KILLED);
      return;
    }
    try {
      LocalRank _ = start(next);
    } catch (LaunchException impossible) {
      tellThatNone(next.rank(), impossible.getMessage());
    } catch (IOException launcherHasGone) {
      // The end of standard input says so too.
    }
  }

  /** Tells of a process that could not be started as of one that ended at once. */
  private void tellThatNone(int rank, String why) {
    try {
      out.send(Kind.ERRORS, rank, ("armci: " + why + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException launcherHasGone) {
      // The end of standard input says so too.
    }
    tellEnd(rank, RankExit.USAGE);
  }

  private void tellEnd(int rank, int code) {
    try {
      out.send(Kind.EXITED, rank, code);
      out.send(Kind.DELIVERED, rank, new byte[0]);
    } catch (IOException launcherHasGone) {
      // The end of standard input says so too.
    }
  }

  private void refuse(String why) throws IOException {
    out.send(Kind.NOT_STARTED, 0, why.getBytes(StandardCharsets.UTF_8));
  }

  private void ended(RankProcess rank) {
    try {
      out.send(Kind.EXITED, rank.rank(), rank.exitCode());
      rank.awaitOutput(System.nanoTime() + Long.MAX_VALUE / 2);
      files.send(rank.rank(), out);
      out.send(Kind.DELIVERED, rank.rank(), new byte[0]);
      deliveries.get(rank.rank()).complete(null);
    } catch (IOException launcherHasGone) {
      // The end of standard input says so too.
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the ranks: the launcher, which would end them, is stopped or cut off. */
  private void launcherIsSilent() {
    System.err.println(
        Text.format(
            "armci: agent on %s: the launcher has been silent for too long (agentTimeout)",
            Host.name()));
    System.exit(ParentWatch.EXIT_CODE); // the shutdown hook of the processes ends the ranks
  }

  private void obey(Frame frame) throws IOException {
    watch.heard();
    switch (frame.kind()) {
      case INPUT -> feed(frame.rank()).add(frame.bytes());
      case INPUT_END -> feed(frame.rank()).end();
      case TERMINATE -> end(frame.rank(), LocalRank::terminate);
      case BEAT -> watch.expect(frame.number());
      case KILL -> end(frame.rank(), LocalRank::kill);
      case START -> startLater(HostStart.decode(frame.bytes()).first());
      default -> throw new IOException("the launcher says " + frame.kind());
    }
  }

  private InputFeed feed(int number) throws IOException {
    InputFeed feed = feeds.get(number);
    if (feed == null) {
      throw new IOException("rank " + number + " of this host gets no input");
    }
    return feed;
  }

  /** Ends a rank's last process, which may be about to start. */
  private synchronized void end(int number, Consumer<LocalRank> how) throws IOException {
    LocalRank rank = ranks.get(number);
    if (awaited.contains(number)) {
      unwanted.add(number);
    } else if (rank == null) {
      throw new IOException("rank " + number + " is not on this host");
    } else {
      how.accept(rank);
    }
  }
}
