package org.armci4j.testkit.job;

import static org.armci4j.testkit.job.LossChecks.check;
import static org.armci4j.testkit.job.LossChecks.throwsFor;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.armci4j.Agreement;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.LongBlock;
import org.armci4j.Mutexes;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.call.Calls;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.completion.Event;
import org.armci4j.error.GroupRevokedException;
import org.armci4j.stream.ItemStream;
import org.armci4j.testkit.harness.RankProcesses;
import org.armci4j.testkit.ucx.UcxJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that the other ranks go on without one that dies in any form, where the job was told so:
 * what needs the dead rank throws, and nothing else does.
 */
@EnabledOnOs(OS.LINUX)
class RankLossTest {
  private static final int RANKS = 4;
  private static final int VICTIM = 1;
  private static final List<Integer> LEFT = List.of(0, 2, 3);

  /** Dies as rank 1; the others go on, and check what they can do. */
  static final class Program {
    private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

    private final Armci armci;
    private final GlobalMemory memory;
    private final MemorySegment ofVictim;
    private final LongBlock longsOfVictim;
    private final Calls calls;
    private final Collectives allRanks;

    /** Of those that are left, made before; null at the victim. */
    private final Group part;

    private Program(Armci armci) {
      this.armci = armci;
      this.memory = armci.allocate(64);
      this.ofVictim = memory.view(VICTIM);
      this.longsOfVictim = memory.longs(VICTIM);
      this.calls = Calls.open(armci);
      this.allRanks = Collectives.of(armci);
      this.part = armci.rank() == VICTIM ? null : armci.world().createPart(0, 2, 3);
      calls.register(1, (origin, request, reply) -> 0);
      calls.register(2, this::callTheVictim);
    }

    /** A handler whose own call can have no reply. */
    private int callTheVictim(int origin, MemorySegment request, MemorySegment reply) {
      throwsFor(VICTIM, "a handler's call", () -> calls.call(VICTIM, 1, NOTHING, NOTHING));
      return 0;
    }

    public static void main(String[] arguments) throws Exception {
      try (Armci armci = Armci.open()) {
        Program program = new Program(armci);
        program.memory.local().set(ValueLayout.JAVA_LONG, 8, 100 + armci.rank());
        armci.barrier();
        if (armci.rank() == VICTIM) {
          armci.signals().notify(0);
          armci.fence(0);
          die(arguments[0]);
        }
        program.goOn();
        if (arguments.length > 1 && armci.rank() == 2) {
          armci.abort("enough");
        }
        if (arguments.length > 1) {
          armci.world().agree(true); // ends by the abort
        }
      }
      System.out.println("ended well");
    }

    @SuppressWarnings("SystemExitOutsideMain") // how a rank ends is what is tested
    private static void die(String how) throws Exception {
      switch (how) {
        case "throw" -> throw new IllegalStateException("thrown by the test");
        case "exit" -> System.exit(5);
        default -> {
          String pid = Long.toString(ProcessHandle.current().pid());
          new ProcessBuilder("kill", "-" + how, pid).start().waitFor();
          new CountDownLatch(1).await(); // a signal may come a moment later
        }
      }
    }

    private void goOn() {
      throwsFor(VICTIM, "a barrier", armci::barrier);
      // Nobody knows who would have sent this signal.
      throwsFor(VICTIM, "a signal", () -> armci.waitUntil(memory, 0, Comparison.EQ, 1));
      check("one failure", armci.failures().size() == 1);
      Agreement agreed = armci.world().agree(true);
      check("agreement " + agreed, agreed.equals(new Agreement(true, List.of(VICTIM))));
      agreed = armci.world().agree(armci.rank() != 3);
      check("disagreement " + agreed, agreed.equals(new Agreement(false, List.of(VICTIM))));
      try (Group left = armci.world().shrink()) {
        check("group " + left, Arrays.equals(left.ranks(), new int[] {0, 2, 3}));
        useGroup(left);
      }
      throwsFor(VICTIM, "a barrier, later", armci::barrier);
      if (armci.rank() == 3) { // the others are elsewhere, as those that met the failure first
        throwsFor(VICTIM, "a barrier of a part", part::barrier);
      }
      broadcastInTheOldGroup();
      calls.close();
      armci.world().freeLater(memory);
    }

    /** Ranks that only receive wait for the victim although its loss is acknowledged. */
    private void broadcastInTheOldGroup() {
      Elements values = Elements.of(new long[1000]);
      throwsFor(VICTIM, "a broadcast", () -> allRanks.broadcast(values, VICTIM));
      throwsFor(VICTIM, "an allreduce", () -> allRanks.allreduce(1L, Reduction.SUM));
      throwsFor(VICTIM, "collectives", () -> Collectives.of(armci).close());
    }

    private void useGroup(Group left) {
      left.barrier();
      try (Collectives collectives = Collectives.of(armci, left)) {
        for (int round = 0; round < 100; round++) {
          long sum = collectives.allreduce((long) armci.rank() + round, Reduction.SUM);
          check("sum " + sum, sum == 5 + 3L * round);
        }
      }
      int next = left.worldRank((left.rank() + 1) % left.size());
      int before = left.worldRank((left.rank() + left.size() - 1) % left.size());
      for (int round = 1; round <= 100; round++) {
        armci.putLong(memory, next, 16, 1000L * armci.rank() + round);
        armci.signal(memory, next, 0, round);
        armci.waitUntil(memory, 0, Comparison.GE, round);
        long seen = armci.getLong(memory, armci.rank(), 16);
        check("put " + seen, seen >= 1000L * before + round);
      }
      throwsFor(VICTIM, "a put", () -> armci.putLong(memory, VICTIM, 16, 1));
      throwsFor(VICTIM, "a call", () -> calls.call(VICTIM, 1, NOTHING, NOTHING));
      calls.call(next, 1, NOTHING, NOTHING);
      calls.call(next, 2, NOTHING, NOTHING);
      if (armci.rank() == 0) {
        check("notified", armci.signals().waitNotify(VICTIM) == 1);
        throwsFor(VICTIM, "a notification", () -> armci.signals().waitNotify(VICTIM));
      }
      useBlockMadeBefore();
      check("the view", ofVictim == null || ofVictim.get(ValueLayout.JAVA_LONG, 8) == 101);
      GlobalMemory fresh = left.allocate(32);
      armci.putLong(fresh, next, 0, 7 + armci.rank());
      left.barrier();
      check("fresh memory", armci.getLong(fresh, armci.rank(), 0) == 7 + before);
      left.free(fresh);
      DoubleArray array = GlobalArrays.of(armci, left).array(30, 7).doubles();
      array.fill(0.5);
      check("array", array.sum() == 105);
      long[] came = {0};
      try (ItemStream stream =
          ItemStream.open(
              armci, left, Long.BYTES, 256, (_, items) -> came[0] += items.byteSize() / 8)) {
        for (int item = 0; item < 300; item++) {
          stream.pushLong(item % left.size(), item);
        }
        stream.finish();
      }
      check("stream", came[0] == 300);
      putWithEvents(left, left.allocate(8));
      lockInTurn(left, left.allocate(8));
      revoke(left);
    }

    /** Puts to the next member with events on both sides, through rings that fill up. */
    private void putWithEvents(Group left, GlobalMemory target) {
      int next = left.worldRank((left.rank() + 1) % left.size());
      int before = left.worldRank((left.rank() + left.size() - 1) % left.size());
      MemorySegment source = MemorySegment.ofArray(new long[] {armci.rank()});
      Event event = new Event();
      long local = 0;
      long remote = 0;
      try (CompletionEvents events = CompletionEvents.open(armci, left, 2)) {
        for (int sent = 0; local < 100 || remote < 100; ) {
          if (sent < 100 && events.tryPut(source, 0, target, next, 0, Long.BYTES, sent, -sent)) {
            sent++;
          }
          if (sent < 100 ? events.probe(event) : events.next(Long.MAX_VALUE, event)) {
            boolean isLocal = event.kind() == Event.Kind.LOCAL;
            check("rank of " + event, event.rank() == (isLocal ? next : before));
            check("order of " + event, event.identifier() == (isLocal ? local++ : -remote++));
          }
        }
        check("put with events", armci.getLong(target, armci.rank(), 0) == before);
        left.barrier(); // or an event's credit would come back to rings that are closed
      }
    }

    private void useBlockMadeBefore() {
      long[] value = {1};
      throwsFor(VICTIM, "a block's put", () -> longsOfVictim.put(2, value, 0, 1));
      throwsFor(VICTIM, "a block's get", () -> longsOfVictim.get(1, value, 0, 1));
      throwsFor(VICTIM, "a block's sum", () -> longsOfVictim.accumulate(2, value, 0, 1));
      throwsFor(VICTIM, "a block's word", () -> longsOfVictim.get(1));
      throwsFor(VICTIM, "a block's atomic", () -> longsOfVictim.fetchAndAdd(2, 1));
    }

    /** Counts under a mutex of the group, which the least member hosts. */
    private void lockInTurn(Group left, GlobalMemory counter) {
      int host = left.worldRank(0);
      try (Mutexes mutexes = armci.createMutexes(left, left.rank() == 0 ? 1 : 0)) {
        for (int round = 0; round < 200; round++) {
          mutexes.lock(host, 0);
          armci.putLong(counter, host, 0, armci.getLong(counter, host, 0) + 1);
          mutexes.unlock(host, 0);
        }
        left.barrier();
        check("count", armci.getLong(counter, host, 0) == 600);
      }
    }

    /** Rank 3 revokes the group while the others wait in different calls of it. */
    private void revoke(Group left) {
      if (armci.rank() == 3) {
        // A barrier that rank 3 has left may hold the others still, and would throw.
        armci.signals().waitNotify(0);
        armci.signals().waitNotify(2);
        left.revoke("because of the test");
      } else {
        armci.signals().notify(3);
      }
      try {
        switch (armci.rank()) {
          case 0 -> left.barrier();
          case 2 -> left.allocate(8).local();
          default -> left.create(0, 2, 3).close();
        }
        throw new IllegalStateException("a revoked group was used");
      } catch (GroupRevokedException revoked) {
        check(revoked.toString(), revoked.getMessage().endsWith(": because of the test"));
        check(revoked.toString(), revoked.revoker() == 3);
      }
      for (int times = 0; times < 2; times++) {
        try {
          left.barrier();
          throw new IllegalStateException("a revoked group was used again");
        } catch (GroupRevokedException again) {
          check(again.toString(), again.revoker() == 3);
        }
      }
      try (Group again = left.shrink()) {
        check("again " + again, Arrays.equals(again.ranks(), new int[] {0, 2, 3}));
        again.barrier();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "STOP"})
  void theOthersGoOn(String how) {
    requireThatTheOthersWentOn(run(how));
  }

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "STOP"})
  void theOthersGoOnOverUcx(String how) {
    UcxJobs.requireUcx();
    RankProcesses.Result result = run(UcxJobs.ENVIRONMENT, how);
    if (!UcxJobs.hasAborted(result)) {
      requireThatTheOthersWentOn(result);
    }
  }

  private static void requireThatTheOthersWentOn(RankProcesses.Result result) {
    assertEquals(0, result.exitCode(), result::toString);
    assertEquals("ended well\n".repeat(LEFT.size()), result.output(), result::toString);
    List<String> words = result.errors().lines().toList();
    assertTrue(
        words.getLast().matches("armci: rank 1 \\(pid \\d+\\) .*; the job goes on without it.*"),
        result::toString);
    assertFalse(result.errors().contains("RankFailedException"), result::toString);
  }

  @Tag("long")
  @Test
  void theOthersGoOnWithoutOneThatThrows() {
    theOthersGoOn("throw");
  }

  @Tag("release")
  @ParameterizedTest
  @ValueSource(strings = {"exit", "ABRT"})
  void theOthersGoOnWithoutThisOneToo(String how) {
    theOthersGoOn(how);
  }

  @Test
  void anAbortStillEndsTheJob() {
    RankProcesses.Result result = run("KILL", "abort");
    assertEquals(1, result.exitCode(), result::toString);
    assertTrue(result.errors().contains("aborted the job: enough"), result::toString);
    assertFalse(result.output().contains("ended well"), result::toString);
  }

  /** Dies on every rank. */
  static final class Dying {
    private Dying() {}

    public static void main(String[] arguments) {
      try (Armci armci = Armci.open()) {
        armci.barrier();
        Runtime.getRuntime().halt(7);
      }
    }
  }

  @Test
  void aJobOfWhichNobodyIsLeftFails() {
    RankProcesses.Result result = RankProcesses.run(2, Dying.class, GOES_ON, Duration.ofMinutes(3));
    assertEquals(7, result.exitCode(), result::toString);
    assertTrue(result.errors().contains("; the job was ended"), result::toString);
  }

  private static final Map<String, String> GOES_ON = Map.of("ARMCI_ON_FAILURE", "continue");

  private static RankProcesses.Result run(String... arguments) {
    return run(Map.of(), arguments);
  }

  private static RankProcesses.Result run(Map<String, String> network, String... arguments) {
    Map<String, String> environment = new HashMap<>(network);
    environment.putAll(GOES_ON);
    environment.put("ARMCI_HEARTBEAT_TIMEOUT", arguments[0].equals("STOP") ? "3s" : "30s");
    return RankProcesses.run(RANKS, Program.class, environment, Duration.ofMinutes(3), arguments);
  }
}
