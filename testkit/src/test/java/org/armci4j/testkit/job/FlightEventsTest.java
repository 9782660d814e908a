package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.PersistentCollective;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.ArmciException;
import org.armci4j.profile.Counters;
import org.armci4j.profile.OperationKind;
import org.armci4j.profile.recording.RecordingWaiter;
import org.armci4j.testkit.fake.FakeSettings;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.waiting.Waiter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares events of the Flight Recorder, and counters of beans, with traffic that is known. */
class FlightEventsTest {
  private static final int PUTS = 200;

  @TempDir private Path folder;

  /**
   * Makes the traffic of a rank.
   *
   * @param threads gets the ranks' threads
   */
  private static void traffic(Armci armci, AtomicReferenceArray<Thread> threads) {
    threads.set(armci.rank(), Thread.currentThread());
    GlobalMemory memory = armci.allocate(64);
    int other = 1 - armci.rank();
    for (int i = 0; i < PUTS; i++) {
      armci.putLong(memory, other, 8, i);
    }
    if (armci.rank() == 1) {
      armci.getInt(memory, 0, 16);
      armci.waitUntil(memory, 24, Comparison.EQ, 1); // the other rank's next call is its wait
      awaitWaiting(threads.get(0));
      armci.putSignal(MemorySegment.NULL, 0, memory, 0, 0, 0, memory, 0, 5);
    } else {
      armci.signal(memory, 1, 24, 1);
      armci.waitUntil(memory, 0, Comparison.EQ, 5);
    }
    Collectives collectives = Collectives.of(armci);
    collectives.broadcast(Elements.of(new long[2]), 1);
    startTwice(armci, collectives, memory, threads);
    armci.barrier();
    collectives.close();
    armci.free(memory);
  }

  /** Rank 1 starts a collective for the second time when rank 0 waits for it. */
  private static void startTwice(
      Armci armci,
      Collectives collectives,
      GlobalMemory memory,
      AtomicReferenceArray<Thread> threads) {
    PersistentCollective most =
        collectives.persistent().allreduce(Elements.of(new long[2]), Reduction.MAX);
    most.start().await();
    if (armci.rank() == 1) {
      armci.waitUntil(memory, 24, Comparison.EQ, 2); // the other rank's next call is its wait
      awaitWaiting(threads.get(0));
      most.start().await();
    } else {
      Handle started = most.start();
      armci.signal(memory, 1, 24, 2);
      started.await();
    }
  }

  /** Waits until a thread is in a wait whose condition did not hold at once. */
  private static void awaitWaiting(Thread thread) {
    String entered = Waiter.class.getName() + " " + RecordingWaiter.class.getName();
    while (thread.isAlive()
        && !Arrays.stream(thread.getStackTrace())
            .map(StackTraceElement::getClassName)
            .collect(Collectors.joining(" "))
            .contains(entered)) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void eventsAgreeWithTheTraffic() throws IOException {
    Path file = folder.resolve("all.jfr");
    AtomicReferenceArray<Thread> threads = new AtomicReferenceArray<>(2);
    try (Recording recording = new Recording()) {
      for (String name : List.of("Transfer", "Wait", "Collective", "NonblockingCollective")) {
        recording.enable("org.armci4j." + name).withThreshold(Duration.ZERO);
      }
      recording.start();
      RankThreads.of(2)
          .with(ArmciSettings.FLIGHT_EVENTS, true)
          .run(
              armci -> {
                traffic(armci, threads);
                assertEquals(PUTS, armci.counters().operations(OperationKind.PUT));
              });
      recording.stop();
      recording.dump(file);
    }
    Map<String, Integer> events = new TreeMap<>();
    List<Set<String>> calls = List.of(new TreeSet<>(), new TreeSet<>());
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().startsWith("org.armci4j.")) {
        assertFalse(event.getDuration().isNegative(), event::toString);
        assertTrue(!event.hasField("calls") || event.getInt("calls") == 1, event::toString);
        events.merge(words(event), 1, Integer::sum);
        if (event.hasField("call")) {
          assertTrue(calls.get(event.getInt("rank")).add(call(event)), event::toString);
        }
      }
    }
    assertEquals(PUTS, events.get("Transfer 0 put 1 8"), events::toString);
    assertEquals(PUTS, events.get("Transfer 1 put 0 8"), events::toString);
    assertEquals(1, events.get("Transfer 1 get 0 4"), events::toString);
    assertEquals(2, events.get("Transfer 0 signal 1 8"), events::toString);
    assertEquals(1, events.get("Transfer 1 signal 0 8"), events::toString);
    assertEquals(1, events.get("Wait 0 wait for a signal -1"), events::toString);
    assertTrue(events.get("Wait 0 wait for nonblocking allreduce -1") >= 1, events::toString);
    assertTrue(events.get("Collective 1 barrier -1 0 null 0") >= 1, events::toString);
    for (int rank = 0; rank < 2; rank++) {
      assertEquals(
          1, events.get("Collective " + rank + " broadcast 1 16 direct 0"), events::toString);
      String twice = "NonblockingCollective " + rank + " nonblocking allreduce -1 16 direct ";
      assertEquals(1, events.get(twice + 0), events::toString);
      assertEquals(1, events.get(twice + 1), events::toString);
    }
    assertEquals(calls.get(0), calls.get(1));
  }

  /** Returns what names a call on both ranks. */
  private static String call(RecordedEvent event) {
    return Text.format(
        "%s of %d in %d, %d",
        event.getString("operation"),
        event.getInt("members"),
        event.getInt("group"),
        event.getLong("call"));
  }

  private static String words(RecordedEvent event) {
    String kind = event.getEventType().getName().substring("org.armci4j.".length());
    String start = kind + " " + event.getInt("rank") + " ";
    return switch (kind) {
      case "Transfer" ->
          start
              + event.getString("operation")
              + " "
              + event.getInt("target")
              + " "
              + event.getLong("bytes");
      case "Wait" -> start + event.getString("cause") + " " + event.getInt("source");
      default ->
          Text.format(
              "%s%s %d %d %s %d",
              start,
              event.getString("operation"),
              event.getInt("root"),
              event.getLong("bytes"),
              event.getString("algorithm"),
              event.getLong("call"));
    };
  }

  @Test
  void nothingIsAnEventWhereNobodyAsked() throws IOException {
    Path file = folder.resolve("none.jfr");
    AtomicReferenceArray<Thread> threads = new AtomicReferenceArray<>(2);
    try (Recording recording = new Recording()) {
      recording.start();
      RankThreads.of(2).with(ArmciSettings.PROFILE, true).run(armci -> traffic(armci, threads));
      recording.stop();
      recording.dump(file);
    }
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      assertFalse(event.getEventType().getName().startsWith("org.armci4j."), event::toString);
    }
  }

  @Test
  void beansHaveTheCounters() throws Exception {
    AtomicReferenceArray<Thread> threads = new AtomicReferenceArray<>(2);
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    RankThreads.of(2)
        .with(ArmciSettings.COUNTER_BEAN, true)
        .run(
            armci -> {
              ObjectName name = new ObjectName("org.armci4j:type=Counters,rank=" + armci.rank());
              traffic(armci, threads);
              compare(armci, server, name);
              armci.barrier();
            });
    assertTrue(server.queryNames(new ObjectName("org.armci4j:*"), null).isEmpty());
  }

  @Test
  void aRuntimeThatCannotOpenLeavesNoBean() throws JMException {
    Membership alone = LocalJob.create(1).membership(0);
    Settings settings =
        ArmciSettings.builder()
            .set(ArmciSettings.COUNTER_BEAN, true)
            .set(ArmciSettings.TRANSPORT, "none")
            .resolve();
    assertThrows(ArmciException.class, () -> Armci.open(alone, settings));
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    assertTrue(server.queryNames(new ObjectName("org.armci4j:*"), null).isEmpty());
  }

  /** Its network registers its buffers, and then refuses the memory of the first group. */
  @Test
  void aRuntimeThatFailsBehindItsTransportLeavesNeitherBeanNorThread() throws Exception {
    Membership alone = LocalJob.create(1).membership(0);
    Settings settings =
        ArmciSettings.builder()
            .set(ArmciSettings.COUNTER_BEAN, true)
            .set(ArmciSettings.TRANSPORT, "fake")
            .set(FakeSettings.REGISTRATIONS, 1)
            .resolve();
    AtomicReference<ArmciException> thrown = new AtomicReference<>();
    ThreadGroup group = new ThreadGroup("opening");
    Thread opening =
        new Thread(
            group,
            () ->
                thrown.set(assertThrows(ArmciException.class, () -> Armci.open(alone, settings))));
    opening.start();
    opening.join();
    assertTrue(thrown.get().getMessage().contains("registers no more"), thrown::toString);
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    assertTrue(server.queryNames(new ObjectName("org.armci4j:*"), null).isEmpty());
    Thread[] left = new Thread[16];
    int count = group.enumerate(left);
    assertEquals(List.of(), Arrays.asList(left).subList(0, count));
  }

  private static void compare(Armci armci, MBeanServer server, ObjectName name) throws JMException {
    Counters counters = armci.counters();
    int other = 1 - armci.rank();
    assertEquals(armci.rank(), server.getAttribute(name, "Rank"));
    assertEquals(2, server.getAttribute(name, "Size"));
    assertEquals(counters.collectives(), server.getAttribute(name, "Collectives"));
    long[] operations = (long[]) server.getAttribute(name, "OperationsByPeer");
    assertEquals(counters.operations(other), operations[other]);
    long[] bytes = (long[]) server.getAttribute(name, "BytesByPeer");
    assertEquals(counters.bytes(other), bytes[other]);
    TabularData kinds = (TabularData) server.getAttribute(name, "Operations");
    Object puts = kinds.get(new Object[] {"put"}).get("value");
    assertEquals(counters.operations(OperationKind.PUT), puts);
    assertEquals((long) PUTS, puts);
    TabularData kindBytes = (TabularData) server.getAttribute(name, "Bytes");
    assertEquals(8L * PUTS, kindBytes.get(new Object[] {"put"}).get("value"));
  }
}
