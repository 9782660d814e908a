package org.armci4j.bootstrap.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import org.armci4j.bootstrap.Await;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.Ranks;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.RankProgram;
import org.armci4j.bootstrap.launch.process.JobProcesses;
import org.armci4j.bootstrap.launch.process.RankProcess;
import org.armci4j.bootstrap.launch.rank.RankExit;
import org.armci4j.bootstrap.rendezvous.RendezvousOptions;
import org.armci4j.bootstrap.rendezvous.RendezvousPort;
import org.armci4j.bootstrap.rendezvous.RendezvousServer;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.OnFailure;
import org.armci4j.bootstrap.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which ends of processes the launcher answers by new ones, and how a job ends where it cannot. */
@Timeout(300)
class ReplacementTest {
  private static final int RANKS = 3;

  private final Settings settings =
      Settings.of(BootstrapSettings.ALL)
          .set(BootstrapSettings.ON_FAILURE, OnFailure.REPLACE)
          .resolve();
  private final RendezvousPort port =
      RendezvousPort.bindLoopback(RendezvousOptions.of(RANKS, Duration.ZERO, settings));
  private final List<String> events = new ArrayList<>();
  private final List<PlayedProcess> ranks = new ArrayList<>();
  private final List<Bootstrap> members = new ArrayList<>();
  private final JobProcesses processes = new JobProcesses();
  private final int[] incarnations = new int[RANKS];
  private final Set<Integer> elsewhere = new HashSet<>();
  private JobWatch watch;

  /** What the ranks do when a rank has started again. */
  private IntConsumer afterwards = _ -> {};

  private final class Again implements FailedRanks {
    @Override
    public void goesOnWithout(int rank, String reason) {
      throw new AssertionError("this job replaces ranks");
    }

    @Override
    public RankProcess startAgain(int rank, String reason, int epoch) {
      events.add("rank " + rank + " " + reason + ": epoch " + epoch);
      PlayedProcess next = new PlayedProcess(rank);
      incarnations[rank]++;
      ranks.set(rank, next);
      processes.startAgain(() -> next);
      afterwards.accept(rank);
      return next;
    }
  }

  private Membership membership(int rank) {
    return port.membership(rank, false).ofIncarnation(incarnations[rank]);
  }

  private void joinAll() throws Exception {
    members.forEach(Bootstrap::close);
    members.clear();
    members.addAll(Ranks.run(RANKS, rank -> Bootstrap.open(membership(rank), settings)));
    int[] all = {0, 1, 2};
    Ranks.run(
        RANKS, rank -> members.get(rank).exchange("all", all, new byte[0], Await.LIMIT_NANOS));
  }

  private void endAll(int code) {
    ranks.forEach(rank -> rank.end(code));
  }

  /** Runs a job whose ranks have joined, or not, and then do something. */
  private JobOutcome run(int spares, boolean joined, Runnable then) throws Exception {
    JobPlan plan =
        JobPlan.of(
                RANKS,
                false,
                RankProgram.of("Program", List.of(), List.of()),
                List.of(),
                Duration.ofSeconds(60))
            .withSpares(spares);
    watch = new JobWatch(plan, processes, null, Map.of(), new Again());
    for (int rank = 0; rank < RANKS; rank++) {
      PlayedProcess process = new PlayedProcess(rank, elsewhere.contains(rank));
      ranks.add(process);
      processes.start(() -> process);
    }
    try (port;
        RendezvousServer server = RendezvousServer.start(port, watch)) {
      if (joined) {
        joinAll();
      }
      then.run();
      return watch.follow(server, Duration.ZERO);
    } finally {
      members.forEach(Bootstrap::close);
    }
  }

  private void meetAgain() {
    joinAllOrFail();
    members.forEach(Bootstrap::close);
  }

  private void joinAllOrFail() {
    try {
      joinAll();
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  private void die(int... dead) {
    for (int rank : dead) {
      ranks.get(rank).end(PlayedProcess.KILLED);
    }
  }

  @Test
  void aNewProcessTakesTheRanksPlace() throws Exception {
    afterwards =
        _ -> {
          meetAgain();
          endAll(0);
        };
    assertEquals(new JobOutcome.Succeeded(), run(1, true, () -> die(1)));
    assertEquals(List.of("rank 1 was killed: epoch 1"), events);
  }

  @Test
  void ranksThatFailTogetherMeetInOneEpoch() throws Exception {
    afterwards =
        rank -> {
          if (rank == 2) {
            meetAgain();
            endAll(0);
          }
        };
    assertEquals(new JobOutcome.Succeeded(), run(2, true, () -> die(1, 2)));
    assertEquals(List.of("rank 1 was killed: epoch 1", "rank 2 was killed: epoch 1"), events);
  }

  /** A rank that is only silent is ended first, and once. */
  @Test
  void manyNewsOfOneFailureUseOneSpare() throws Exception {
    afterwards =
        _ -> {
          meetAgain();
          endAll(0);
        };
    JobOutcome outcome =
        run(
            1,
            true,
            () -> {
              watch.silent(1, "is silent");
              watch.ends(1, "is silent");
              watch.lost(1);
            });
    assertEquals(new JobOutcome.Succeeded(), outcome);
    assertEquals(List.of("rank 1 is silent: epoch 1"), events);
  }

  /**
   * The end of a process on a lost host is never heard of; the kernel tells of one on this host.
   */
  @Test
  void onlyALostHostIsNotWaitedFor() throws Exception {
    elsewhere.add(2);
    PlayedProcess[] slow = new PlayedProcess[1];
    afterwards =
        rank -> {
          if (rank == 2) {
            slow[0].end(PlayedProcess.KILLED);
          } else {
            meetAgain();
            endAll(0);
          }
        };
    JobOutcome outcome =
        run(
            2,
            true,
            () -> {
              slow[0] = ranks.get(1);
              slow[0].outliveKill();
              ranks.get(2).outliveKill();
              watch.silent(1, "is silent");
              watch.silent(2, "is silent");
            });
    assertEquals(new JobOutcome.Succeeded(), outcome);
    assertEquals(List.of("rank 2 is silent: epoch 1", "rank 1 is silent: epoch 1"), events);
  }

  @Test
  void anAbortEndsTheJob() throws Exception {
    JobOutcome outcome =
        run(
            1,
            true,
            () -> {
              members.get(1).abort("enough");
              Await.until("failure", () -> members.get(0).failure() != null);
              die(1);
              ranks.get(0).end(RankExit.NOT_CAUGHT);
              ranks.get(2).end(RankExit.NOT_CAUGHT);
            });
    assertEquals(new JobOutcome.RankFailed(ranks.get(1), "aborted the job: enough"), outcome);
    assertEquals(List.of(), events);
  }

  @Test
  void withoutASpareTheJobEnds() throws Exception {
    afterwards =
        _ -> {
          meetAgain();
          ranks.get(2).end(9);
          ranks.get(0).end(RankExit.NOT_CAUGHT);
          ranks.get(1).end(RankExit.NOT_CAUGHT);
        };
    JobOutcome outcome = run(1, true, () -> die(1));
    String reason = "exited with code 9; no spare is left (--spares 1)";
    assertEquals(new JobOutcome.RankFailed(ranks.get(2), reason), outcome);
    assertEquals(1, events.size(), events::toString);
  }

  @Test
  void aProgramThatCatchesNothingEndsWithTheFirstFailure() throws Exception {
    PlayedProcess[] first = new PlayedProcess[1];
    afterwards =
        _ -> {
          ranks.get(0).end(RankExit.NOT_CAUGHT);
          ranks.get(2).end(RankExit.NOT_CAUGHT);
          ranks.get(1).end(PlayedProcess.KILLED); // by the launcher
        };
    JobOutcome outcome =
        run(
            50,
            true,
            () -> {
              first[0] = ranks.get(1);
              die(1);
            });
    JobOutcome.RankFailed failed = (JobOutcome.RankFailed) outcome;
    assertSame(first[0], failed.process());
    assertEquals(
        "was killed; rank 0 has ended: it does not catch RankFailedException (--spares)",
        failed.reason());
    assertEquals(1, events.size(), events::toString);
  }

  /** The code of the exception is an ordinary one once the rank has survived the failure. */
  @Test
  void aFailureThatAllHaveSurvivedEndsNothingLater() throws Exception {
    afterwards =
        rank -> {
          if (rank == 1) {
            joinAllOrFail();
            ranks.get(0).end(RankExit.NOT_CAUGHT);
          } else {
            meetAgain();
            endAll(0);
          }
        };
    assertEquals(new JobOutcome.Succeeded(), run(2, true, () -> die(1)));
    assertEquals(
        List.of("rank 1 was killed: epoch 1", "rank 0 exited with code 123: epoch 2"), events);
  }

  @Test
  void noRankCanMeetOneThatHasEnded() throws Exception {
    JobOutcome outcome =
        run(
            1,
            true,
            () -> {
              members.get(0).close();
              ranks.get(0).end(0);
              die(1);
              ranks.get(2).end(RankExit.NOT_CAUGHT);
            });
    String reason = "was killed; rank 0 has ended, so no new rank 1 could meet it";
    assertEquals(new JobOutcome.RankFailed(ranks.get(1), reason), outcome);
  }

  @Test
  void aRankThatEndsInsteadOfMeetingTheNewOneEndsTheJob() throws Exception {
    PlayedProcess[] first = new PlayedProcess[1];
    afterwards =
        _ -> {
          members.get(2).close();
          ranks.get(2).end(0);
          die(0, 1);
        };
    JobOutcome outcome =
        run(
            1,
            true,
            () -> {
              first[0] = ranks.get(1);
              die(1);
            });
    String reason = "was killed; rank 2 has ended: it has not opened Armci again (--spares)";
    assertEquals(new JobOutcome.RankFailed(first[0], reason), outcome);
  }

  @Test
  void aMistakeInTheCommandIsNotTriedAgain() throws Exception {
    afterwards = _ -> endAll(RankExit.USAGE);
    JobOutcome outcome = run(5, false, () -> endAll(RankExit.USAGE));
    assertEquals(new JobOutcome.RankFailed(ranks.get(0), "exited with code 2"), outcome);
    assertEquals(List.of(), events);
  }

  @Test
  void aRankThatDiesBeforeItJoinsIsStartedAgain() throws Exception {
    afterwards =
        _ -> {
          meetAgain();
          endAll(0);
        };
    assertEquals(new JobOutcome.Succeeded(), run(1, false, () -> die(1)));
    assertEquals(List.of("rank 1 was killed: epoch 0"), events);
  }
}
