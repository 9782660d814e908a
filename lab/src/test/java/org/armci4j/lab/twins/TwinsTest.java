package org.armci4j.lab.twins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.benchmarks.collectives.PointBuffers;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.testkit.harness.Prerequisite;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.transport.ucx.UcxProvider;
import org.armci4j.transport.ucx.UcxSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An algorithm over messages gives to the bit what it gives over puts. */
class TwinsTest {
  private static final List<Long> SIZES = List.of(8L, 520L, 8200L, 70_000L);

  private static List<TwinPoint> points(int ranks) {
    SuiteOptions options =
        new SuiteOptions(1, null, true, false, List.of(ranks), SIZES, null, List.of());
    return TwinPoints.of(options, null);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void twinsAgree(int ranks) {
    RankThreads.of(ranks).run(armci -> agree(armci, points(ranks)));
  }

  private static void agree(Armci armci, List<TwinPoint> points) {
    try (TwinCalls twins = new TwinCalls(armci, points)) {
      int compared = 0;
      for (TwinPoint point : points) {
        if (point.byMessages()) {
          long expected = result(armci, twins, point.twin());
          assertEquals(expected, result(armci, twins, point), point.name());
          compared++;
        }
      }
      assertTrue(compared > 80, "compared " + compared);
    }
  }

  /** A hash of all of this rank's buffers after a few calls. */
  private static long result(Armci armci, TwinCalls twins, TwinPoint point) {
    PointBuffers buffers = twins.buffers(point);
    SplittableRandom random = new SplittableRandom(armci.rank());
    for (MemorySegment bytes : List.of(bytes(buffers, true), bytes(buffers, false))) {
      for (long at = 0; at < bytes.byteSize(); at += 8) {
        bytes.set(ValueLayout.JAVA_DOUBLE, at, random.nextDouble(-1, 1));
      }
    }
    armci.barrier();
    twins.of(point).perform(point.operation() == Operation.BARRIER ? 5 : 1);
    armci.barrier();
    long hash = 17;
    boolean root = armci.rank() == 0 || point.operation() != Operation.REDUCE;
    for (MemorySegment bytes : List.of(bytes(buffers, true), bytes(buffers, false))) {
      for (long at = 0; at < bytes.byteSize() && root; at += 8) {
        hash = 31 * hash + bytes.get(ValueLayout.JAVA_LONG, at);
      }
    }
    return hash;
  }

  private static MemorySegment bytes(PointBuffers buffers, boolean source) {
    Elements elements = source ? buffers.source() : buffers.destination();
    return elements.segment().asSlice(elements.offset(), elements.sizeBytes());
  }

  /** Over a network a long message registers its part of the buffer and is written there. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void newBuffersAgreeOverUcx(int ranks) {
    var found = new UcxProvider().availability(ArmciSettings.builder().resolve());
    Prerequisite.require(found.yes(), found::reason);
    RankThreads.of(ranks)
        .over("ucx")
        .with(ArmciSettings.SHM_RESERVE, false)
        .with(UcxSettings.SAME_HOST, UcxSettings.SameHost.NETWORK)
        .with(UcxSettings.TLS, "tcp")
        .with(UcxSettings.DEVICES, "lo")
        .run(TwinsTest::agreeInNewBuffers);
  }

  private static void agreeInNewBuffers(Armci armci) {
    assertTrue(armci.lending().isPossible());
    List<TwinPoint> points = newBufferPoints(armci.size());
    try (TwinCalls twins = new TwinCalls(armci, points, true)) {
      for (TwinPoint point : points) {
        for (int call = 0; call < 3; call++) {
          if (point.byMessages()) {
            long expected = resultInNewBuffers(armci, twins.calls(point.twin()), point, call);
            long found = resultInNewBuffers(armci, twins.calls(point), point, call);
            assertEquals(expected, found, point.name());
          }
        }
        NewBufferCalls calls = twins.ofNewBuffers(point);
        calls.perform(20);
        assertTrue(calls.uncountedNanos() > 0);
        AtomicLong counted = new AtomicLong();
        double each = calls.registrations(counted::getAndIncrement);
        assertEquals(armci.rank() == 0, each > 0, "counted on rank 0");
      }
    }
  }

  private static List<TwinPoint> newBufferPoints(int ranks) {
    SuiteOptions options =
        new SuiteOptions(
            1, null, true, false, List.of(ranks), SIZES, List.of("allgather"), List.of());
    return TwinPoints.of(options, List.of("ring", "recursive-doubling"));
  }

  private static long resultInNewBuffers(
      Armci armci, ScheduleCalls calls, TwinPoint point, int call) {
    try (Arena arena = Arena.ofShared()) {
      PointBuffers buffers = PointBuffers.of(point.libraryPoint(), armci.size(), arena);
      MemorySegment source = bytes(buffers, true);
      for (long at = 0; at < source.byteSize(); at += 8) {
        source.set(ValueLayout.JAVA_LONG, at, at * 31 + armci.rank() * 17L + call);
      }
      armci.barrier();
      calls.call(buffers);
      armci.barrier();
      return hash(bytes(buffers, false));
    }
  }

  private static long hash(MemorySegment bytes) {
    long hash = 17;
    for (long at = 0; at < bytes.byteSize(); at += 8) {
      hash = 31 * hash + bytes.get(ValueLayout.JAVA_LONG, at);
    }
    return hash;
  }

  @Test
  void tablePutsBothSideBySide() {
    TwinPoint one = new TwinPoint(Operation.ALLGATHER, 8, "ring", false);
    TwinPoint two = one.twin();
    Report report = new Report("twins");
    report.add(
        List.of(
            new Measurement("armci4j", one.name(), 8, 4, Measurement.NANOS, 100, 90, 110),
            new Measurement("armci4j", two.name(), 8, 4, Measurement.NANOS, 250, 240, 260)));
    String row = new TwinTable(report, List.of(one, two)).toString().lines().toList().getLast();
    assertEquals("allgather-ring 4 8 100 250 2.50", row.strip().replaceAll(" +", " "));
  }
}
