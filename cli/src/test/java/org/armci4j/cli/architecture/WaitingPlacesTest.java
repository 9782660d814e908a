package org.armci4j.cli.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Requires ranks to wait in one place, by {@code org.armci4j.waiting}, where every wait ends by its
 * time-out and by a failure. All other classes that spin, yield, park or sleep are listed here,
 * each with its reason.
 */
@AnalyzeClasses(packages = "org.armci4j", importOptions = MainClasses.class)
class WaitingPlacesTest {
  private static final Map<String, String> REASONS =
      new TreeMap<>(
          Map.ofEntries(
              // Ranks.
              Map.entry("Waiter", "the one engine: spins and yields"),
              Map.entry("SlowWait", "the one engine, when a wait lasts: yields and parks"),
              Map.entry("VirtualWaits", "the one engine: its thread sleeps while none waits there"),
              Map.entry("Nap", "the one engine, where no doorbell rings"),
              Map.entry("LinuxFutex", "where the kernel offers no futex, a doorbell sleeps"),
              Map.entry("Release", "waits for copies before memory ends, up to a limit"),
              Map.entry("HelperThread", "a network's helper looks for requests: no rank waits"),
              Map.entry("OriginBell", "the one engine, where one thread of UCX sleeps already"),
              Map.entry("NetworkFailure", "lets the news of a failed rank come before its effects"),
              Map.entry("RegistrationCache", "a registration of another thread, which never waits"),
              Map.entry("BackgroundProgress", "drives collectives while its rank computes"),
              Map.entry("VectorWarmUp", "a thread of its own leaves a processor to the compiler"),
              Map.entry("LaneLock", "for a thread that waits for nothing, also when a rank died"),
              Map.entry("UcpWorker", "a worker that ends sends its last messages, up to a limit"),
              // Starting and ending.
              Map.entry("Handshake", "a rank tries again to join, up to a time-out"),
              Map.entry("HostedJob", "looks for the file of rank 0, up to a time-out"),
              Map.entry("HostedRendezvous", "rank 0 stays until all have left, with a time-out"),
              Map.entry("InputPump", "a launcher in the background looks whether it may read"),
              Map.entry("LauncherWatch", "an agent looks whether its launcher is silent"),
              Map.entry("OutputSink", "a rank's line gets a moment for its end"),
              Map.entry("ParentWatch", "a rank looks whether its launcher lives"),
              Map.entry("QuitSignal", "prepares for a signal once the ranks have started"),
              Map.entry("RankExit", "lets the others' news arrive before a rank ends"),
              Map.entry("StallWatch", "looks whether a rank of this JVM has waited for long"),
              // Tools.
              Map.entry("RankCommands", "a rank that is not measured leaves its core to others"),
              Map.entry("HelperLoad", "the other rank computes for a while undisturbed"),
              Map.entry("RmaOperations", "a bare cache line: what a signal is compared with"),
              Map.entry("Perftest", "looks whether perftest's server listens"),
              Map.entry("StormJob", "awaits the moment of a blow, and the end of a job"),
              Map.entry("LossJob", "awaits the moment of a loss, and the end of a job"),
              Map.entry("JobLines", "awaits what a job's launcher says, up to a limit"),
              Map.entry("Lab", "looks whether emulated machines run"),
              // The contracts wait by hand where the wait itself is judged.
              Map.entry("AtomicContract", "what is polled is judged"),
              Map.entry("CallContract", "a handler that computes is judged"),
              Map.entry("EventStream", "a receiver that is slow"),
              Map.entry("LitmusContract", "orders of plain loads and stores are judged"),
              Map.entry("RefusedWaitContract", "a rank that comes late to a barrier"),
              Map.entry("ShortPutsContract", "a rank that computes is judged"),
              Map.entry("OneSidedContract", "what is polled is judged"),
              Map.entry("Swap", "a lock made of swaps is judged"),
              Map.entry("VirtualThreadContract", "a rank that is late is judged"),
              Map.entry("TestRankMain", "a rank that is late waits for the others' stacks")));

  @ArchTest
  static void nothingElseSpinsOrSleeps(JavaClasses classes) {
    Set<String> found = new TreeSet<>();
    for (JavaClass one : classes) {
      boolean waits =
          Stream.concat(
                  one.getMethodCallsFromSelf().stream(), one.getMethodReferencesFromSelf().stream())
              .map(JavaAccess::getTarget)
              .anyMatch(WaitingPlacesTest::isWait);
      if (waits) {
        found.add(topLevel(one).getSimpleName());
      }
    }
    Set<String> idle = new TreeSet<>(REASONS.keySet());
    idle.removeAll(found);
    found.removeAll(REASONS.keySet());
    assertEquals(Set.of(), found, "wait by Waiter, or list the class here with its reason");
    assertEquals(Set.of(), idle, "listed here, but waits no more");
  }

  private static boolean isWait(AccessTarget target) {
    String name = target.getName();
    JavaClass owner = target.getOwner();
    if (owner.isEquivalentTo(Thread.class)) {
      return Set.of("onSpinWait", "yield", "sleep").contains(name);
    }
    return (owner.isEquivalentTo(LockSupport.class) && name.startsWith("park"))
        || (owner.isEquivalentTo(TimeUnit.class) && name.equals("sleep"))
        || (owner.isEquivalentTo(Condition.class) && name.startsWith("await"))
        || (owner.isEquivalentTo(Object.class) && name.equals("wait"));
  }

  private static JavaClass topLevel(JavaClass one) {
    return one.getEnclosingClass().map(WaitingPlacesTest::topLevel).orElse(one);
  }
}
