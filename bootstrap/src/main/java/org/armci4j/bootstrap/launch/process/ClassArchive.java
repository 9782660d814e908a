package org.armci4j.bootstrap.launch.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An archive of the classes that a rank loads (class data sharing), which the armci command makes:
 * with it a rank's JVM takes half the time to start.
 */
final class ClassArchive {
  /** Names the file, if there is one. */
  private static final String PROPERTY = "armci.rankArchive";

  private ClassArchive() {}

  /**
   * What has a JVM use the archive; nothing where there is none. A JVM uses it only if it was made
   * for its class path by its JDK, and otherwise does without; what it would say of that is for
   * nobody.
   */
  static List<String> options() {
    String archive = System.getProperty(PROPERTY, "");
    return !archive.isEmpty() && Files.isReadable(Path.of(archive))
        ? List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:aot=off")
        : List.of();
  }
}
