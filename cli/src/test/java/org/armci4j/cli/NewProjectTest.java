package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Does what a new user does: makes a project by the {@code armci} script of this checkout, which
 * builds the checkout where that is due, and builds and runs the project, with an empty local
 * repository.
 */
@Tag("long")
class NewProjectTest {
  /** Colours, which Maven prints even where it must not. */
  private static final Pattern COLOUR = Pattern.compile("\u001B\\[[;\\d]*m");

  private static final long LIMIT_MINUTES = 10;
  private static final String TESTED = "Tests run: 1, Failures: 0, Errors: 0, Skipped: 0";

  @TempDir private static Path folder;
  private static Path project;
  private static String local;

  @BeforeAll
  static void makeProject() throws Exception {
    Prerequisite.requireProgram("mvn", "maven");
    Path armci = Path.of("../armci").toRealPath();
    project = folder.resolve("work").resolve("heat");
    run(folder, Map.of(), List.of(armci.toString(), "new", project.toString()));
    local = "-Dmaven.repo.local=" + folder.resolve("local");
  }

  @Test
  void aNewProjectBuildsAndRunsAtOnce() throws Exception {
    String built = mvn(project, Map.of(), "package");
    assertTrue(built.contains(TESTED), built);
    assertFalse(built.contains("WARN"), built);

    String line = "4 ranks: the heat of the rod is 1000.000000";
    String ran = mvn(project, Map.of(), "-q", "compile", "exec:exec"); // may end with a colour
    assertEquals(line, ran.lines().findFirst().orElse(""), ran);

    Path jar = project.resolve("target/heat-1.0-SNAPSHOT.jar");
    try (LaunchedJob job = LaunchedJob.armci(Map.of(), List.of("run", "-n", "4", jar.toString()))) {
      assertEquals(0, job.exitCode(), job::toString);
      assertEquals(line, job.output().strip());
    }
  }

  @Test
  void itsRepositoryHasSources() throws Exception {
    Path core = project.resolve("repository/org/armci4j/armci-core");
    try (Stream<Path> files = Files.walk(core)) {
      assertTrue(files.anyMatch(file -> file.toString().endsWith("-sources.jar")));
    }
  }

  /** Builds the POM as it stands, on a Maven that knows the modules from elsewhere. */
  @Test
  void thePomOfThePagesBuildsAndTests() throws Exception {
    Path other = folder.resolve("pages").resolve("heat");
    copy(project.resolve("src"), other.resolve("src"));
    Files.writeString(other.resolve("pom.xml"), MavenBlocksTest.wholePom());
    String repository = project.resolve("repository").toUri().toString();
    Path settings = Files.writeString(folder.resolve("settings.xml"), settings(repository));

    Map<String, String> jdk = Map.of("JAVA_HOME", System.getProperty("java.home"));
    String built = mvn(other, jdk, "-gs", settings.toString(), "package");
    assertTrue(built.contains(TESTED), built);
  }

  private static String settings(String repository) {
    return Text.format(
        """
        <settings>
          <profiles>
            <profile>
              <id>armci4j</id>
              <repositories>
                <repository>
                  <id>armci4j</id>
                  <url>%s</url>
                  <snapshots><enabled>true</enabled></snapshots>
                </repository>
              </repositories>
            </profile>
          </profiles>
          <activeProfiles><activeProfile>armci4j</activeProfile></activeProfiles>
        </settings>
        """,
        repository);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.toList()) {
        Path copy = to.resolve(from.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  /** Runs Maven, on the JDK that it takes by default unless one is named. */
  private static String mvn(Path directory, Map<String, String> variables, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", local));
    command.addAll(List.of(words));
    return run(directory, variables, command);
  }

  /** Runs a command to its end and returns its output. */
  private static String run(Path directory, Map<String, String> variables, List<String> command)
      throws IOException, InterruptedException {
    Path log = directory.resolve("maven.log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.equals("JAVA_HOME") || isMavens(name));
    builder.environment().putAll(variables);
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertTrue(process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES), () -> "still runs: " + command);
      assertEquals(0, process.exitValue(), () -> read(log));
      return COLOUR.matcher(read(log)).replaceAll("");
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** Returns whether a variable comes from the Maven that runs this test. */
  private static boolean isMavens(String name) {
    return name.startsWith("MAVEN_") || name.equals("CLASSWORLDS_JAR");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
