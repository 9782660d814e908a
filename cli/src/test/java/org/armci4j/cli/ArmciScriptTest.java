package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that the armci script builds beside running programs. Maven and the JVM are stand-ins of a
 * few lines.
 */
@EnabledOnOs(OS.LINUX)
class ArmciScriptTest {
  private static final long LIMIT_SECONDS = 60;

  /**
   * Stands for java: prints the class path. "stay" then runs until its input ends, "streams" prints
   * where its standard input and error lead, "terminal" whether there is one. A run that makes a
   * cache is noted beside the JDK, and goes on when there is a file "go". The run named in a file
   * "kill" ends the shell that makes them.
   */
  private static final String JAVA =
      """
      #!/bin/sh
      notes=${0%/bin/java}
      while [ $# -gt 0 ]; do
        case $1 in
          -XX:AOTCacheOutput=*) made=$(echo "${1#*=}" | sed 's/{rank}/0/') ;;
          *RankJars) made=$2/runtime.jar ;;
          -cp) path=$2 ;;
          -Darmci.terminal=*) terminal=$1 ;;
        esac
        last=$1
        shift
      done
      if [ -n "${made:-}" ]; then
        name=${made##*/}
        echo "${name%%.*}" >>"$notes/runs"
        tries=0
        until [ -e "$notes/go" ] || [ $tries = 1200 ]; do
          tries=$((tries + 1))
          sleep 0.05
        done
        [ "$(cat "$notes/kill" 2>/dev/null)" != "${name%%.*}" ] || kill -9 $PPID
        echo >"$made"
      fi
      echo "$path"
      [ "$last" != stay ] || read -r line
      [ "$last" != terminal ] || echo "$terminal"
      [ "$last" != streams ] || readlink "/proc/$$/fd/0" "/proc/$$/fd/2"
      """;

  private static final String MAVEN =
      """
      #!/bin/sh
      mkdir -p cli/target/fast/lib
      date +%N >cli/target/fast/lib/built
      """;

  @TempDir Path folder;
  private Path home;
  private Path jdk;
  private Path tools;

  @BeforeEach
  void makeCheckout() throws IOException {
    home = Files.createDirectories(folder.resolve("home"));
    jdk = folder.resolve("jdk");
    tools = folder.resolve("tools");
    Path script = Path.of(System.getProperty("user.dir")).resolveSibling("armci");
    Files.copy(script, home.resolve("armci"));
    assertTrue(home.resolve("armci").toFile().setExecutable(true));
    program(jdk.resolve("bin/java"), JAVA);
    program(jdk.resolve("bin/javac"), JAVA);
    program(tools.resolve("mvn"), MAVEN);
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25\"\n");
    Files.createFile(jdk.resolve("go"));
    Files.createDirectories(home.resolve("cli/src/main"));
    Files.createFile(home.resolve("cli/pom.xml"));
    Files.writeString(home.resolve("pom.xml"), "<modules>\n  <module>cli</module>\n</modules>\n");
  }

  private static void program(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertTrue(file.toFile().setExecutable(true));
  }

  @Test
  void whatRunsKeepsTheBuildThatItWasStartedWith() throws Exception {
    Process running = start("stay");
    try (BufferedReader words = running.inputReader()) {
      Path first = build(words.readLine());
      awaitCaches(first);
      String content = Files.readString(first.resolve("lib/built"));

      Path second = afterAChange();
      assertNotEquals(first, second);
      Path third = afterAChange();
      assertNotEquals(second, third);
      assertEquals(content, Files.readString(first.resolve("lib/built")), "it still runs");
      assertTrue(Files.exists(second), "somebody may just be starting it");

      running.getOutputStream().close();
      assertTrue(running.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
      afterAChange();
      assertFalse(Files.exists(first), "nothing of it runs any more");
      assertFalse(Files.exists(second));
      assertTrue(Files.exists(third));
    } finally {
      running.descendants().forEach(ProcessHandle::destroyForcibly);
      running.destroyForcibly();
    }
  }

  /** Checks that the output ends too: work in the background must not keep a pipe open. */
  @Test
  void theFirstStartDoesNotWaitForCaches() throws Exception {
    Files.delete(jdk.resolve("go"));
    Process process = start("version");
    try (BufferedReader words = process.inputReader()) {
      Path build = build(words.readLine());
      assertNull(words.readLine());
      assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "armci runs on");
      assertFalse(Files.exists(build.resolve("made")));

      buildOf("version");
      Files.createFile(jdk.resolve("go"));
      awaitCaches(build);
      assertEquals(List.of("runtime", "rank-0", "launcher"), runs());
    }
  }

  @Test
  void cachesThatWereInterruptedGoOnWhereTheyWere() throws Exception {
    Files.writeString(jdk.resolve("kill"), "rank-0");
    Path build = buildOf("version");
    await(() -> runs().contains("rank-0"), "the second one is not made");
    await(() -> isUnlocked(build), "the shell that makes them is still there");
    Files.delete(jdk.resolve("kill"));

    assertEquals(build, buildOf("version"));
    awaitCaches(build);
    assertEquals(List.of("runtime", "rank-0", "rank-0", "launcher"), runs());
  }

  private static boolean isUnlocked(Path build) {
    try {
      return new ProcessBuilder("flock", "-n", build.resolve("lock").toString(), "true")
              .start()
              .waitFor()
          == 0;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Closes the streams: a JVM would take a file that it opens for one of them. */
  @Test
  void closedStreamsLeadNowhere() throws Exception {
    afterAChange();
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh", "-c", "exec \"$0\" streams <&- 2>&-", home.resolve("armci").toString());
    builder.environment().put("JAVA_HOME", jdk.toString());
    Process process = builder.start();
    try (BufferedReader words = process.inputReader()) {
      build(words.readLine());
      assertEquals("/dev/null", words.readLine());
      assertEquals("/dev/null", words.readLine());
      assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    }
  }

  /** Runs on a terminal of its own, made by the program script. */
  @ParameterizedTest
  @CsvSource({"script -qec '$0 terminal' /dev/null, true", "$0 terminal, false"})
  void aTerminalIsTold(String command, boolean terminal) throws Exception {
    Prerequisite.requireProgram("script", "bsdutils");
    afterAChange();
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", command.replace("$0", home.resolve("armci").toString()));
    builder.environment().put("JAVA_HOME", jdk.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    try (BufferedReader words = process.inputReader()) {
      assertEquals("-Darmci.terminal=" + terminal, words.lines().toList().getLast());
      assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    }
  }

  /** Uses a project such as {@code armci new} makes in the checkout. */
  @Test
  void aProjectInTheCheckoutIsNoReasonToBuild() throws Exception {
    Path build = buildOf("version");
    awaitCaches(build);
    Files.createDirectories(home.resolve("heat/src/main"));
    touch(Files.createFile(home.resolve("heat/pom.xml")));
    touch(home.resolve("heat/src/main"));
    assertEquals(build, buildOf("version"));

    touch(home.resolve("cli/src/main"));
    Path other = buildOf("version");
    awaitCaches(other);
    assertNotEquals(build, other, "a module of the system has changed");
  }

  /** Returns the folder of a build whose class path is all in lib. */
  private static Path build(String classPath) {
    return Path.of(classPath).getParent().getParent();
  }

  private Path afterAChange() throws Exception {
    touch(home.resolve("pom.xml"));
    Path build = buildOf("version");
    awaitCaches(build);
    return build;
  }

  private static void awaitCaches(Path build) {
    await(() -> Files.exists(build.resolve("made")), "no caches in " + build);
  }

  private static void await(BooleanSupplier condition, String otherwise) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, otherwise);
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Returns the runs for caches, in order. */
  private List<String> runs() {
    try {
      return Files.readAllLines(jdk.resolve("runs"));
    } catch (IOException notYet) {
      return List.of();
    }
  }

  /**
   * Sets a file's time, not in the future: the build that follows would be stale when it is made.
   */
  private static void touch(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
  }

  /** Starts the script and returns the folder of the build that it uses. */
  private Path buildOf(String argument) throws Exception {
    Process process = start(argument);
    try (BufferedReader words = process.inputReader()) {
      Path build = build(words.readLine());
      assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "armci runs on");
      assertEquals(0, process.exitValue());
      return build;
    }
  }

  private Process start(String argument) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(home.resolve("armci").toString(), argument)
            .redirectError(folder.resolve("errors").toFile());
    builder.environment().put("JAVA_HOME", jdk.toString());
    builder.environment().put("PATH", tools + ":" + System.getenv("PATH"));
    return builder.start();
  }
}
