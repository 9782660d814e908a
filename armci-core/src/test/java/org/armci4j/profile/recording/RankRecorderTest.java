package org.armci4j.profile.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.profile.Counters;
import org.armci4j.profile.OperationKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what a recorder tells of threads, groups and signals that are known. */
class RankRecorderTest {
  private static final int RANKS = 130;

  @TempDir private Path folder;

  private RankRecorder recorder() {
    return recorder(null);
  }

  private RankRecorder recorder(Supplier<ThreadEvents> newEvents) {
    Bootstrap bootstrap =
        (Bootstrap)
            Proxy.newProxyInstance(
                Bootstrap.class.getClassLoader(),
                new Class<?>[] {Bootstrap.class},
                (_, method, _) ->
                    switch (method.getName()) {
                      case "rank" -> 0;
                      case "size" -> RANKS;
                      case "hostId" -> "host";
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    Settings settings =
        ArmciSettings.builder().set(RecordingSettings.FOLDER, folder.toString()).resolve();
    return new RankRecorder(bootstrap, settings, newEvents);
  }

  /** Ends the recording, and returns what it has written. */
  private RankProfile profile(RankRecorder recorder) throws IOException {
    recorder.close();
    try (Stream<Path> files = Files.list(folder)) {
      return RecordFile.read(files.findFirst().orElseThrow(), RankProfile.class);
    }
  }

  private static void waitBriefly(RankRecorder recorder) {
    ThreadRecord here = recorder.here();
    here.endWait(here.startWait(), Activity.SIGNAL, 1, WordEvent.NONE);
  }

  @Test
  void aRuntimeThatCouldNotOpenLeavesNoProfile() throws IOException {
    RankRecorder recorder = recorder();
    List<String> ended = new ArrayList<>();
    recorder.closeWith(() -> ended.add("events"));
    recorder.discard();
    assertEquals(List.of("events"), ended);
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(), files.toList());
    }
  }

  @Test
  void aVirtualThreadCanOpenTheRuntime() throws Exception {
    RankRecorder[] made = new RankRecorder[1];
    Thread.ofVirtual()
        .start(
            () -> {
              made[0] = recorder();
              waitBriefly(made[0]);
            })
        .join();
    long mine = made[0].here().startWait(); // this thread is one of the others
    made[0].here().endWait(mine, Activity.MUTEX, 1, WordEvent.NONE);
    Thread.ofVirtual().start(() -> waitBriefly(made[0])).join();
    RankProfile profile = profile(made[0]);
    int signal = Activity.SIGNAL.index();
    assertTrue(profile.main()[signal] > 0);
    assertTrue(profile.others()[signal] > 0);
    assertEquals(0, profile.main()[Activity.MUTEX.index()]);
    assertTrue(profile.others()[Activity.MUTEX.index()] > 0);
    assertEquals(
        profile.waitedFor(Activity.SIGNAL, 1), profile.main()[signal] + profile.others()[signal]);
    long drawn = Arrays.stream(profile.timeline().nanos()).sum();
    assertEquals(profile.main()[signal], drawn, "the timeline is that of the first thread");
  }

  /** One rank of this host must not hide how long another one elsewhere takes. */
  @Test
  void theFirstFenceOfARankIsTimedWhereverThereWereOthers() throws IOException {
    RankRecorder recorder = recorder();
    ThreadRecord here = recorder.here();
    int untimed = 0;
    for (int i = 0; i < 100_000; i++) {
      long start = here.startFence(3);
      untimed += start == ThreadRecord.UNTIMED ? 1 : 0;
      here.endFence(start, 3);
    }
    assertTrue(untimed > 50_000, "untimed " + untimed);
    for (int peer : new int[] {-1, 0, RANKS - 1}) {
      long start = here.startFence(peer);
      assertTrue(start != ThreadRecord.UNTIMED, "fence of " + peer);
      here.endFence(start, peer);
    }
    recorder.close();
  }

  /** Counts another number of operations of each kind and peer. */
  private static void countEach(ThreadRecord here) {
    for (OperationKind kind : OperationKind.values()) {
      for (int peer = 0; peer < RANKS; peer++) {
        for (int i = 0; i <= kind.index() * RANKS + peer; i++) {
          here.count(kind, peer, 1000);
        }
      }
    }
  }

  @Test
  void eachThreadCountsByKindAndPeer() throws Exception {
    RankRecorder recorder = recorder();
    countEach(recorder.here());
    Thread.ofPlatform().start(() -> countEach(recorder.here())).join();
    Thread.ofVirtual().start(() -> countEach(recorder.here())).join(); // one of those that share
    Counters counted = recorder.counters();
    for (OperationKind kind : OperationKind.values()) {
      for (int peer = 0; peer < RANKS; peer++) {
        long each = (long) kind.index() * RANKS + peer + 1;
        assertEquals(3 * each, counted.operations(kind, peer), kind + " " + peer);
        assertEquals(3000 * each, counted.bytes(kind, peer), kind + " " + peer);
      }
    }
    assertEquals(0, counted.collectives());
    recorder.close();
  }

  /**
   * Puts 8 bytes; returns whether the put was timed. A timed put lasts 1 µs, as the recorder
   * estimates 0 for one that is shorter than a reading of the clock.
   */
  private static boolean putWord(ThreadRecord here) {
    long start = here.start(OperationKind.PUT, 3, Long.BYTES);
    if (start != ThreadRecord.UNTIMED) {
      while (System.nanoTime() - start < 1000) {
        Thread.onSpinWait();
      }
      here.end(start, OperationKind.PUT, 3, Long.BYTES, WordEvent.NONE);
    }
    return start != ThreadRecord.UNTIMED;
  }

  private static long untimed(ThreadRecord here, int puts) {
    return IntStream.range(0, puts).filter(i -> !putWord(here)).count();
  }

  @Test
  void aThreadThatSharesItsSumsTimesAFewOperationsToo() throws Exception {
    RankRecorder recorder = recorder();
    long[] untimed = new long[1];
    Thread.ofVirtual().start(() -> untimed[0] = untimed(recorder.here(), 100_000)).join();
    assertTrue(untimed[0] > 50_000 && untimed[0] < 100_000 - 64, "untimed " + untimed[0]);
    RankProfile profile = profile(recorder);
    assertEquals(100_000, profile.counters().operations(OperationKind.PUT, 3));
    int transfer = Activity.TRANSFER.index();
    assertTrue(profile.othersEstimated()[transfer] > 0);
    assertTrue(profile.othersEstimated()[transfer] < profile.others()[transfer]);
  }

  /** The time of those in waits and collectives is the waits' and the collectives'. */
  @Test
  void whatIsTimedStandsForNoOperationInAWaitOrACollective() throws IOException {
    int rounds = 20_000;
    TimedCalls timed = new TimedCalls();
    RankRecorder recorder = recorder(() -> timed);
    ThreadRecord here = recorder.here();
    for (int i = 0; i < rounds; i++) {
      boolean _ = putWord(here);
      here.endFence(here.startFence(3), 3);
      long wait = here.startWait();
      assertFalse(putWord(here));
      here.endWait(wait, Activity.SIGNAL, 3, WordEvent.NONE);
      here.enter();
      assertFalse(putWord(here));
      assertEquals(ThreadRecord.UNTIMED, here.startFence(3));
      here.leave();
    }
    assertEquals(2L * rounds, recorder.counters().operations(OperationKind.PUT, 3));
    int lastGap = 2046;
    for (long calls : new long[] {timed.transfers, timed.fences}) {
      assertTrue(calls <= rounds && calls >= rounds - lastGap, "calls " + calls);
    }
    recorder.close();
  }

  /** For how many calls the timed ones stand. */
  private static final class TimedCalls implements ThreadEvents {
    private long transfers;
    private long fences;

    @Override
    public void beginTransfer() {}

    @Override
    public boolean endTransfer(String operation, int target, long bytes, int calls) {
      transfers += calls;
      return false;
    }

    @Override
    public void beginWait() {}

    @Override
    public boolean endWait(String cause, int source, int calls) {
      fences += cause.equals(Activity.FENCE.label()) ? calls : 0;
      return false;
    }

    @Override
    public void beginCollective() {}

    @Override
    public void endCollective(
        CollectiveKind kind, long call, int root, long bytes, String algorithm) {}

    @Override
    public CallEvents newCall() {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void operationsThatAreNotTimedAreCounted() throws IOException {
    RankRecorder recorder = recorder();
    long untimed = untimed(recorder.here(), 100_000);
    assertTrue(untimed > 50_000, "untimed " + untimed);
    RankProfile profile = profile(recorder);
    assertEquals(100_000, profile.counters().operations(OperationKind.PUT, 3));
    assertEquals(800_000, profile.counters().bytes(OperationKind.PUT, 3));
    int transfer = Activity.TRANSFER.index();
    assertTrue(profile.mainEstimated()[transfer] > 0);
    assertTrue(profile.mainEstimated()[transfer] < profile.main()[transfer], "64 are timed each");
  }

  @Test
  void timesOfFewOperationsAreNoEstimates() throws IOException {
    RankRecorder recorder = recorder();
    ThreadRecord here = recorder.here();
    for (int i = 0; i < 60; i++) {
      here.end(here.start(OperationKind.PUT, 3, 8), OperationKind.PUT, 3, 8, WordEvent.NONE);
      long start = here.startFence(3);
      here.endFence(start, 3);
    }
    RankProfile profile = profile(recorder);
    assertTrue(profile.main()[Activity.TRANSFER.index()] > 0);
    assertEquals(0, Arrays.stream(profile.mainEstimated()).sum());
    assertEquals(0, Arrays.stream(profile.othersEstimated()).sum());
  }

  /** This thread starts it, works, and waits; another one ends it. */
  @Test
  void theTimeOfANonblockingCollectiveIsThatOfItsCalls() throws Exception {
    long workNanos = 20_000_000;
    RankRecorder recorder = recorder();
    ThreadRecord here = recorder.here();
    CollectiveRecord calls =
        recorder.collective("some", 2, "nonblocking barrier", CollectiveFlow.ALL, 0);
    CallInFlight call = recorder.newCall(calls, -1, 0, null);
    long begin = System.nanoTime();
    long start = here.enterStart();
    call.begin();
    here.leaveStart(start, call);
    long worked = System.nanoTime();
    while (System.nanoTime() - worked < workNanos) {
      Thread.onSpinWait();
    }
    long wait = here.startWait();
    Thread.ofPlatform().start(call::end).join();
    here.endWait(wait, call);
    long all = System.nanoTime() - begin;
    RankProfile profile = profile(recorder);
    CollectiveProfile its = profile.collectives()[0];
    assertEquals(1, its.calls());
    assertEquals(its.nanos(), profile.main()[Activity.COLLECTIVE.index()]);
    assertEquals(its.nanos(), Arrays.stream(profile.main()).sum());
    assertTrue(its.nanos() > 0 && its.nanos() <= all - workNanos, its::toString);
    assertTrue(its.exits()[0] - its.entries()[0] >= workNanos, "from the start to the end");
    assertEquals(wait, its.waits()[0]);
  }

  @Test
  void groupsThatAreNotToldApartKeepTheirCollectives() throws IOException {
    RankRecorder recorder = recorder();
    for (int group = 0; group < 100; group++) {
      CollectiveRecord calls =
          recorder.collective("group " + group, 2, "allreduce", CollectiveFlow.ALL, 0);
      recorder.here().leave(recorder.here().enter(calls), calls);
    }
    List<CollectiveProfile> all = List.of(profile(recorder).collectives());
    assertTrue(all.size() < 100, () -> "told apart: " + all.size());
    assertTrue(all.stream().allMatch(calls -> calls.kind().label().equals("allreduce")));
    assertEquals(100, all.stream().mapToLong(CollectiveProfile::calls).sum());
    List<CollectiveProfile> rest =
        all.stream()
            .filter(calls -> calls.kind().members() == CollectiveKind.OTHER_GROUPS)
            .toList();
    assertEquals(1, rest.size());
    assertEquals(100 - (all.size() - 1), rest.getFirst().calls());
  }

  @Test
  void dataAreThoseOfTheSignalledRankAlone() throws IOException {
    RankRecorder recorder = recorder();
    ThreadRecord here = recorder.here();
    long[] expected =
        IntStream.of(2, 66, 129)
            .mapToObj(
                peer -> {
                  here.count(OperationKind.PUT, peer, 8);
                  here.signal(1000 + (peer + 64) % RANKS, (peer + 64) % RANKS); // no data behind
                  here.signal(2000 + peer, peer);
                  return new long[] {
                    1000 + (peer + 64) % RANKS, 1, 0,
                    2000 + peer, 0, 1
                  };
                })
            .flatMapToLong(Arrays::stream)
            .toArray();
    assertArrayEquals(sorted(expected), sorted(profile(recorder).words().signals()));
  }

  /** Returns rows of three in the order of their first cells. */
  private static long[] sorted(long... rows) {
    return IntStream.range(0, rows.length / 3)
        .mapToObj(row -> Arrays.copyOfRange(rows, 3 * row, 3 * row + 3))
        .sorted((one, other) -> Long.compare(one[0], other[0]))
        .flatMapToLong(Arrays::stream)
        .toArray();
  }
}
