package org.armci4j.testkit.virtual;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.armci4j.Armci;
import org.armci4j.lab.contracts.Contracts;
import org.armci4j.lab.contracts.VirtualThreadContract;

/**
 * Runs the contract of virtual threads on one rank of a job, and prints where one of them kept its
 * carrier while it waited. Argument: the number of virtual threads.
 */
final class VirtualThreadsMain {
  /** Begins the line that each rank prints at its end. */
  static final String HELD = "held by rank ";

  private static final int FEW = 4;
  private static final String PINNED = "jdk.VirtualThreadPinned";
  private static final String INITIALIZATION = "Waited for initialization of ";

  private VirtualThreadsMain() {}

  public static void main(String[] arguments) throws Exception {
    try (Armci armci = Armci.open();
        Recording recording = new Recording()) {
      runAll(armci, FEW); // loads most classes
      recording.enable(PINNED).withThreshold(Duration.ZERO).withStackTrace();
      recording.start();
      runAll(armci, Integer.parseInt(arguments[0]));
      recording.stop();
      for (RecordedEvent event : pinned(recording)) {
        System.out.println("pinned: " + event);
      }
      System.out.println(HELD + armci.rank());
    }
  }

  /** Runs all checks on a rank. */
  static void runAll(Armci armci, int threads) {
    Contracts.run(armci, List.of(new VirtualThreadContract(threads)));
  }

  private static List<RecordedEvent> pinned(Recording recording) throws IOException {
    Path file = Files.createTempFile("armci-pinned", ".jfr");
    try {
      recording.dump(file);
      return RecordingFile.readAllEvents(file).stream()
          .filter(event -> event.getEventType().getName().equals(PINNED) && !isOfTheJdk(event))
          .toList();
    } finally {
      Files.delete(file);
    }
  }

  /**
   * Returns whether a thread waits for another one that holds a monitor for a moment, or loads or
   * initializes a class. No wait of the runtime does. The JDK uses monitors when it loads classes
   * or interrupts a thread, and they may keep the carrier; a class is initialized once, by the
   * first thread that uses it, and the JVM keeps the carriers of others that come meanwhile.
   */
  private static boolean isOfTheJdk(RecordedEvent event) {
    return event.getString("blockingOperation").equals("Contended monitor enter")
        || String.valueOf(event.getString("pinnedReason")).startsWith(INITIALIZATION)
        || event.getStackTrace().getFrames().stream()
            .anyMatch(frame -> frame.getMethod().getType().getName().endsWith("ClassLoader"));
  }
}
