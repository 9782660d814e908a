package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.SharedBlock;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs jobs where little is allowed, beside other users who try to get in. It does so for real, so
 * only root can run it.
 */
@EnabledOnOs(OS.LINUX)
class HostileHostTest {
  private static final long LIMIT_SECONDS = 60;
  private static final String USER = "65534";
  private static final String OTHER_USER = "65533";

  /** Folder that every user can read, for class path files: the build's may be in root's home. */
  @TempDir static Path directory;

  private static String classPath;

  /** Does one of the tested actions. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws IOException {
      try (Armci armci = Armci.open()) {
        switch (arguments[0]) {
          case "work" -> {
            armci.free(armci.allocate(1 << 20));
            System.out.println("worked");
          }
          case "fill" -> fill(armci);
          case "hold" -> hold(armci);
          default -> throw new IllegalArgumentException(arguments[0]);
        }
      }
    }

    /** Asks for more memory than there is, is refused, and goes on with less. */
    private static void fill(Armci armci) {
      try {
        armci.free(armci.allocate(100 << 20));
        throw new AssertionError("100 MiB fit into 64 MiB");
      } catch (ArmciException refused) {
        System.out.println("refused: " + refused.getMessage());
      }
      armci.free(armci.allocate(16 << 20));
      System.out.println("worked");
    }

    /** Keeps a block with a descriptor open until its input ends. */
    private static void hold(Armci armci) throws IOException {
      try (SharedBlock block = armci.share(1 << 16)) {
        block.memory().local().fill((byte) 42);
        armci.barrier();
        System.out.println("holds " + ProcessHandle.current().pid());
        if (armci.rank() == 0) {
          assertEquals(-1, System.in.read());
        }
        armci.barrier();
      }
    }
  }

  @BeforeAll
  static void copyClassPath() throws Exception {
    Prerequisite.require(
        "0".equals(run(List.of("id", "-u")).strip()), () -> "only root can become another user");
    Prerequisite.requireProgram("setpriv", "util-linux");
    Prerequisite.requireProgram("unshare", "util-linux");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!entry.isEmpty() && Files.exists(Path.of(entry))) {
        Path copy = directory.resolve("path-" + entries.size());
        run(List.of("cp", "-rL", entry, copy.toString()));
        run(List.of("chmod", "-R", "a+rX", copy.toString()));
        entries.add(copy.toString());
      }
    }
    classPath = String.join(File.pathSeparator, entries);
  }

  private static List<String> job(String what) {
    return JobCommand.of(classPath, 2, Program.class, what);
  }

  private static List<String> as(String user, List<String> command) {
    List<String> all = new ArrayList<>(List.of("setpriv", "--reuid=" + user, "--regid=" + user));
    all.addAll(List.of("--clear-groups", "env", "HOME=/proc/read-only"));
    all.addAll(command);
    return all;
  }

  /** Returns the command in a mount namespace of its own, whose /dev/shm has these options. */
  private static List<String> withSharedMemory(String options, List<String> command) {
    List<String> all = new ArrayList<>(List.of("unshare", "--mount", "sh", "-c"));
    all.add("mount -t tmpfs -o " + options + " tmpfs /dev/shm && cd / && exec \"$@\"");
    all.add("sh");
    all.addAll(command);
    return all;
  }

  private static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command).directory(new File("/")).redirectErrorStream(true).start();
  }

  /** Runs a command and returns its output, of both streams. */
  private static String run(List<String> command) throws IOException, InterruptedException {
    Process process = start(command);
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), output);
    return output + (process.exitValue() == 0 ? "" : "\nexit code " + process.exitValue());
  }

  private static long count(String output, String start) {
    return output.lines().filter(line -> line.startsWith(start)).count();
  }

  @Tag("long")
  @Test
  void aUserWithoutHomeOrRightsCanWork() throws Exception {
    String output = run(as(USER, job("work")));
    assertEquals(2, count(output, "worked"), output);
    assertEquals(0, count(output, "exit code"), output);
  }

  @Tag("long")
  @Test
  void tooLittleSharedMemorySaysWhatToChange() throws Exception {
    String output = run(withSharedMemory("size=64m", job("fill")));
    assertEquals(2, count(output, "refused: "), output);
    assertEquals(2, count(output, "worked"), output);
    assertTrue(output.matches("(?s).*\\d+ bytes are free in /dev/shm.*"), output);
    assertTrue(output.contains("ARMCI_SHM_DIRECTORY"), output);
  }

  @Test
  void noRightToSharedMemorySaysWhatToChange() throws Exception {
    String output = run(withSharedMemory("mode=755", as(USER, job("work"))));
    assertEquals(1, count(output, "exit code 2"), output);
    assertTrue(output.contains("ARMCI_SHM_DIRECTORY"), output);
  }

  @Tag("long")
  @Test
  void otherUsersReachNothingOfAJob() throws Exception {
    Process launcher = start(as(USER, job("hold")));
    try {
      List<String> pids = awaitHolders(launcher);
      assertTrue(reachable(USER, pids).contains("/fd/"), "the attack itself does not work");
      assertEquals("", reachable(OTHER_USER, pids));
      try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
        assertEquals(List.of(), files.filter(f -> f.toString().contains("armci")).toList());
      }
      launcher.getOutputStream().close();
      assertTrue(launcher.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
      assertEquals(0, launcher.exitValue());
    } finally {
      launcher.descendants().forEach(ProcessHandle::destroyForcibly);
      launcher.destroyForcibly();
    }
  }

  private static List<String> awaitHolders(Process launcher) throws IOException {
    StringBuilder seen = new StringBuilder();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (count(seen.toString(), "holds ") < 2 || !seen.toString().endsWith("\n")) {
      assertTrue(System.nanoTime() < end && launcher.isAlive(), seen::toString);
      while (launcher.getInputStream().available() > 0) {
        seen.append((char) launcher.getInputStream().read());
      }
      LockSupport.parkNanos(1_000_000);
    }
    return seen.toString()
        .lines()
        .filter(line -> line.startsWith("holds "))
        .map(line -> line.substring("holds ".length()))
        .toList();
  }

  /**
   * Returns the files of these processes, descriptors and memory, of which a user can read a byte.
   */
  private static String reachable(String user, List<String> pids)
      throws IOException, InterruptedException {
    StringBuilder found = new StringBuilder();
    for (String pid : pids) {
      String tries =
          "for f in /proc/$1/fd/* /proc/$1/map_files/* /proc/$1/maps /proc/$1/environ; do"
              + " timeout 1 head -c 1 \"$f\" >/dev/null 2>&1 && echo \"$f\"; done; true";
      found.append(run(as(user, List.of("sh", "-c", tries, "sh", pid))));
    }
    return found.toString();
  }

  @Tag("long")
  @Test
  void twoJobsSideBySideDoNotMeet() throws Exception {
    Process first = start(job("hold"));
    try {
      awaitHolders(first);
      assertEquals(2, count(run(job("work")), "worked"));
      first.getOutputStream().close();
      assertTrue(first.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
      assertEquals(0, first.exitValue());
    } finally {
      first.descendants().forEach(ProcessHandle::destroyForcibly);
      first.destroyForcibly();
    }
  }
}
