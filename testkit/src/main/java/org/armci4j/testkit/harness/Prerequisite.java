package org.armci4j.testkit.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Names what a test needs of the host. Without it the test is skipped on a developer's machine. In
 * continuous integration, where the environment says {@code CI=true}, it fails, so that no proof is
 * missing silently.
 */
public final class Prerequisite {
  private Prerequisite() {}

  /**
   * Ends the test unless it can run here.
   *
   * @param isThere whether the host has what the test needs
   * @param missing what is missing and how to get it
   * @throws AssertionError in continuous integration
   * @throws org.opentest4j.TestAbortedException elsewhere
   */
  public static void require(boolean isThere, Supplier<String> missing) {
    require(isThere, missing, System.getenv());
  }

  /**
   * Ends the test unless a program is installed.
   *
   * @param name of the program, to look for in the folders of {@code PATH} and in those for
   *     administrators
   * @param debianPackage package that brings it
   */
  public static void requireProgram(String name, String debianPackage) {
    String folders = System.getenv().getOrDefault("PATH", "/usr/bin:/bin") + ":/usr/sbin:/sbin";
    boolean isThere =
        Stream.of(folders.split(":", -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    require(isThere, () -> name + " is missing: apt-get install " + debianPackage);
  }

  static void require(boolean isThere, Supplier<String> missing, Map<String, String> environment) {
    if (!isThere && "true".equals(environment.get("CI"))) {
      throw new AssertionError(missing.get() + "; with CI=true no test is skipped");
    }
    Assumptions.assumeTrue(isThere, missing);
  }
}
