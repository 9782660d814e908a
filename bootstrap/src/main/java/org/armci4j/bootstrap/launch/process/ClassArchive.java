package org.armci4j.bootstrap.launch.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Gives a rank's JVM an archive of the classes that it loads (class data sharing), which the armci
 * command makes. The archive halves the start time of the JVM.
 */
final class ClassArchive {
  /** Property that names the archive, if there is one. */
  private static final String PROPERTY = "armci.rankArchive";

  private ClassArchive() {}

  /**
   * Returns the JVM options for the archive, or none without one. A JVM uses the archive only if it
   * was made by the same JDK for the same class path. Otherwise the JVM does without; its warnings
   * about that are switched off.
   */
  static List<String> options() {
    String archive = System.getProperty(PROPERTY, "");
    return !archive.isEmpty() && Files.isReadable(Path.of(archive))
        ? List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:aot=off")
        : List.of();
  }
}
