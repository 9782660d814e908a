package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks at the classes that a rank loads. */
class NothingRecordedTest {
  /** Classes that only a job that is recorded may load. */
  private static final Pattern OF_RECORDING =
      Pattern.compile(
          "(org\\.armci4j\\.\\w+\\.Recording|org\\.armci4j\\.Recording|org\\.armci4j\\.profile\\."
              + "(flight|CountersMXBean|recording\\.(?!RecordingSettings))|jdk\\.jfr\\.|javax\\.management)"
              + ".*");

  @TempDir private Path folder;

  private List<String> loaded(String... settings) throws Exception {
    Path log = folder.resolve("loaded");
    String[] options = {"run", "-n", "1", "--transport=shm"};
    List<String> words = new ArrayList<>(List.of(options));
    words.add("--jvm-arg=-Xlog:class+load=info:file=" + log + "::filecount=0");
    words.addAll(List.of(settings));
    words.addAll(List.of("-cp", LaunchedJob.testClasses(), OneBroadcast.class.getName()));
    try (LaunchedJob job = LaunchedJob.armci(Map.of(), words)) {
      assertEquals(0, job.exitCode(), job::toString);
    }
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .map(line -> line.replaceFirst("^\\[.*\\] +", "").replaceFirst(" .*", ""))
          .filter(name -> OF_RECORDING.matcher(name).matches())
          .toList();
    }
  }

  /** Makes collective calls too, as their engine and requests have forms that record. */
  static final class OneBroadcast {
    private OneBroadcast() {}

    public static void main(String[] arguments) {
      try (Armci armci = Armci.open()) {
        Collectives collectives = Collectives.of(armci);
        collectives.broadcast(Elements.of(new long[1]), 0);
        collectives.nonblocking().broadcast(Elements.of(new long[1]), 0).await();
        armci.barrier();
      }
    }
  }

  @Test
  void aJobThatIsNotRecordedLoadsNothingOfIt() throws Exception {
    assertEquals(List.of(), loaded());
  }

  @Test
  void eventsAndBeansAreLoadedAlone() throws Exception {
    List<String> events = loaded("--env", "ARMCI_FLIGHT_EVENTS=true");
    assertTrue(events.contains("org.armci4j.profile.flight.FlightEvents"), events::toString);
    assertFalse(events.stream().anyMatch(name -> name.startsWith("javax.management")));
    List<String> bean = loaded("--env", "ARMCI_COUNTER_BEAN=true");
    assertTrue(bean.contains("org.armci4j.profile.recording.CounterBean"), bean::toString);
    assertFalse(bean.stream().anyMatch(name -> name.startsWith("org.armci4j.profile.flight")));
  }
}
