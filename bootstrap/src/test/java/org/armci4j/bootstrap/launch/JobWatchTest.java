package org.armci4j.bootstrap.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.RankProgram;
import org.armci4j.bootstrap.launch.process.JobProcesses;
import org.armci4j.bootstrap.launch.process.RankProcess;
import org.armci4j.bootstrap.rendezvous.RendezvousOptions;
import org.armci4j.bootstrap.rendezvous.RendezvousPort;
import org.armci4j.bootstrap.rendezvous.RendezvousServer;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.OnFailure;
import org.armci4j.bootstrap.settings.Settings;
import org.junit.jupiter.api.Test;

/**
 * A job that goes on without the ranks of a host that is lost: nobody tells that they have ended.
 */
class JobWatchTest {
  private static final int RANKS = 4;

  private final List<String> events = new ArrayList<>();
  private final JobProcesses processes = new JobProcesses();
  private final JobWatch watch =
      new JobWatch(
          JobPlan.of(
              RANKS,
              false,
              RankProgram.of("Program", List.of(), List.of()),
              List.of(),
              Duration.ofSeconds(1)),
          processes,
          null,
          Map.of(),
          new Told());

  private final class Told implements FailedRanks {
    @Override
    public void goesOnWithout(int rank, String reason) {
      events.add("without " + rank);
    }

    @Override
    public RankProcess startAgain(int rank, String reason, int epoch) {
      throw new AssertionError("this job replaces no rank");
    }
  }

  /** Has never ended, as far as the launcher knows. */
  private record Unheard(int rank, List<String> events) implements RankProcess {
    @Override
    public String place() {
      return "on a host that is lost";
    }

    @Override
    public OutputStream input() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public void onExit(Consumer<RankProcess> action) {}

    @Override
    public int exitCode() {
      return 0;
    }

    @Override
    public String exitReason() {
      return "";
    }

    @Override
    public boolean endedByLauncher() {
      return true;
    }

    @Override
    public boolean isStopped() {
      return false;
    }

    @Override
    public void printStacks() {}

    @Override
    public void terminate() {}

    @Override
    public void kill() {
      events.add("kill " + rank);
    }

    @Override
    public boolean giveUp() {
      return true;
    }

    @Override
    public boolean awaitExit(long timeoutNanos) {
      return false;
    }

    @Override
    public void awaitOutput(long deadlineNanos) {}
  }

  @Test
  void allRanksOfALostHostTakeOneWaitTogether() throws InterruptedException {
    Settings settings =
        Settings.of(BootstrapSettings.ALL)
            .set(BootstrapSettings.ON_FAILURE, OnFailure.CONTINUE)
            .resolve();
    RendezvousOptions options = RendezvousOptions.of(RANKS, Duration.ZERO, settings);
    for (int rank = 0; rank < RANKS; rank++) {
      RankProcess process = new Unheard(rank, events);
      processes.start(() -> process);
      watch.silent(rank, "has been silent");
    }
    try (RendezvousPort port = RendezvousPort.bindLoopback(options);
        RendezvousServer server = RendezvousServer.start(port, watch)) {
      JobOutcome outcome = watch.follow(server, Duration.ZERO);
      assertEquals(new JobOutcome.RankFailed(processes.get(0), "has been silent"), outcome);
    }
    List<String> killed = IntStream.range(0, RANKS).mapToObj(rank -> "kill " + rank).toList();
    List<String> told = IntStream.range(0, RANKS).mapToObj(rank -> "without " + rank).toList();
    assertEquals(killed, events.subList(0, RANKS));
    assertEquals(told, events.subList(RANKS, 2 * RANKS).stream().sorted().toList());
  }
}
