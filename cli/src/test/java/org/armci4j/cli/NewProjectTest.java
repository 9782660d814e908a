package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.cli.project.NewProject;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a new user does: makes a project with {@code armci new}, in an empty folder, and builds and
 * runs it, with a local repository that has nothing in it.
 */
@Tag("long")
class NewProjectTest {
  /** Which Maven uses even where it must not. */
  private static final Pattern COLOUR = Pattern.compile("\u001B\\[[;\\d]*m");

  private static final long LIMIT_MINUTES = 10;
  private static final Set<String> NOT_SOURCES = Set.of("target", ".git");

  @TempDir private Path folder;

  @Test
  void aNewProjectBuildsAndRunsAtOnce() throws Exception {
    Prerequisite.requireProgram("mvn", "maven");
    Path settings = deployed();
    Path project = folder.resolve("work").resolve("heat");
    NewProject.at(project, version()).write();
    List<String> maven =
        List.of("-gs", settings.toString(), "-Dmaven.repo.local=" + folder.resolve("local"));

    String built = mvn(project, maven, "package");
    assertTrue(built.contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0"), built);
    assertFalse(built.contains("WARN"), built);

    String line = "4 ranks: the heat of the rod is 1000.000000";
    String ran =
        mvn(project, maven, "-q", "compile", "exec:exec"); // Maven may end it with a colour
    assertEquals(line, ran.lines().findFirst().orElse(""), ran);

    Path jar = project.resolve("target/heat-1.0-SNAPSHOT.jar");
    try (LaunchedJob job = LaunchedJob.armci(Map.of(), List.of("run", "-n", "4", jar.toString()))) {
      assertEquals(0, job.exitCode(), job::toString);
      assertEquals(line, job.output().strip());
    }
  }

  /** This version; the command has it from its jar, which is not made yet. */
  private static String version() throws IOException {
    Matcher version =
        Pattern.compile("<version>(.*)</version>").matcher(Files.readString(Path.of("../pom.xml")));
    assertTrue(version.find());
    return version.group(1);
  }

  /**
   * Puts what a program may need of this version into a repository of its own, and returns the
   * settings that lead there.
   */
  private Path deployed() throws Exception {
    Path sources = folder.resolve("sources");
    copy(Path.of("..").toRealPath(), sources);
    String repository = folder.resolve("repository").toUri().toString();
    mvn(
        sources,
        List.of("-Dfast", "-q", "-pl", "bom,testkit,cli", "-am"),
        "deploy",
        "-DaltDeploymentRepository=armci4j::" + repository);
    return Files.writeString(folder.resolve("settings.xml"), settings(repository));
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
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path place, BasicFileAttributes attributes)
              throws IOException {
            if (NOT_SOURCES.contains(place.getFileName().toString())) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(from.relativize(place)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile() && !file.getFileName().toString().equals(".git")) {
              Files.copy(file, to.resolve(from.relativize(file)));
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Runs Maven on the JDK that it takes by default, and returns what it prints. */
  private static String mvn(Path directory, List<String> options, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp"));
    command.addAll(options);
    command.addAll(List.of(words));
    Path log = directory.resolve("maven.log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.equals("JAVA_HOME") || isMavens(name));
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

  /** What the Maven that runs this test has told it. */
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
