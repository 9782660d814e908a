package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Mutexes;
import org.armci4j.bootstrap.text.Text;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills ranks and launchers at random moments, from start-up to shutdown: no process, no file and
 * no socket is left. {@code -Darmci.kills=N} sets the number of kills, {@code -Dtest.seed=S} the
 * seed.
 */
@Tag("release")
@EnabledOnOs(OS.LINUX)
class KillTest {
  private static final int RANKS = 3;

  /** Kills between two lines of progress. */
  private static final int PROGRESS_KILLS = 20;

  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Variable that marks all processes of one job: each inherits it. */
  private static final String MARK = "ARMCI4J_KILL_TEST";

  @TempDir Path directory;

  /** Uses everything that holds a resource (memory, mutexes, parked waits), then closes. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) {
      try (Armci armci = Armci.open()) {
        Mutexes mutexes = armci.createMutexes(1);
        long end = System.nanoTime() + 300_000_000;
        boolean goOn = true;
        while (goOn) {
          GlobalMemory memory = armci.allocate(1 << 20);
          mutexes.lock(0, 0);
          armci.fetchAndAdd(memory, 0, 0, 1);
          mutexes.unlock(0, 0);
          armci.barrier();
          // Rank 0 decides for all.
          if (armci.rank() == 0) {
            armci.putLong(memory, 0, 8, System.nanoTime() < end ? 1 : 0);
          }
          armci.barrier();
          goOn = armci.getLong(memory, 0, 8) == 1;
          armci.barrier();
          armci.free(memory);
        }
        mutexes.close();
      }
    }
  }

  @Test
  void leavesNothing() throws Exception {
    long seed = Long.getLong("test.seed", 1);
    int kills = Integer.getInteger("armci.kills", 100);
    System.out.println("KillTest.leavesNothing: replay with -Dtest.seed=" + seed);
    Random random = new Random(seed);
    long lifeNanos = new Kill("spared-" + seed, random, 1).life();
    int ended = 0;
    long slowest = 0;
    for (int i = 0; i < kills; i++) {
      Kill kill = new Kill(i + "-" + seed, random, lifeNanos * 11 / 10);
      long nanos = kill.run();
      ended += kill.foundNobody ? 1 : 0;
      slowest = Math.max(slowest, nanos);
      if (nanos > SLOW_NANOS) {
        System.out.printf(Locale.ROOT, "%s: all gone after %d ms%n", kill, nanos / 1_000_000);
      }
      if ((i + 1) % PROGRESS_KILLS == 0 || i + 1 == kills) {
        System.out.printf(
            Locale.ROOT,
            "%d of %d kills, %d of them after the end of the job; all gone after %d ms at most%n",
            i + 1,
            kills,
            ended,
            slowest / 1_000_000);
      }
    }
  }

  /** Runs one job and its kill. */
  private final class Kill {
    private final String mark;
    private final String signal;
    private final long afterNanos;
    private final int target;
    private boolean foundNobody;

    Kill(String mark, Random random, long lifeNanos) {
      this.mark = mark;
      this.signal = new String[] {"KILL", "KILL", "TERM", "INT", "STOP"}[random.nextInt(5)];
      this.afterNanos = random.nextLong(lifeNanos);
      this.target = random.nextInt(RANKS + 1);
    }

    @Override
    public String toString() {
      String who = target == 0 ? "the launcher" : "process " + target;
      return Text.format(
          "kill %s: SIG%s to %s after %d ms", mark, signal, who, afterNanos / 1_000_000);
    }

    /** Returns the time from the kill until everything was gone, in nanoseconds. */
    long run() throws Exception {
      Process launcher = start("500ms");
      LockSupport.parkNanos(afterNanos); // the moment of the kill
      Path socket = socket();
      long start = System.nanoTime();
      kill(launcher);
      assertTrue(launcher.waitFor(LIMIT_NANOS, TimeUnit.NANOSECONDS), () -> this + " hangs");
      while (!processes().isEmpty()) {
        assertTrue(System.nanoTime() - start < LIMIT_NANOS, () -> this + " leaves " + processes());
        LockSupport.parkNanos(1_000_000);
      }
      long nanos = System.nanoTime() - start;
      try (Stream<Path> files = Files.list(directory)) {
        assertEquals(List.of(), files.toList(), this::toString);
      }
      assertTrue(socket == null || !Files.exists(socket.getParent()), () -> this + ": " + socket);
      return nanos;
    }

    /**
     * Returns the life of a job that nobody kills, in nanoseconds; it is longer on a busy machine.
     */
    long life() throws Exception {
      long start = System.nanoTime();
      Process launcher = start("60s"); // on a busy machine, a rank may be silent for long
      assertTrue(launcher.waitFor(LIMIT_NANOS, TimeUnit.NANOSECONDS), () -> this + " hangs");
      assertEquals(0, launcher.exitValue());
      return System.nanoTime() - start;
    }

    private Process start(String heartbeatTimeout) throws IOException {
      List<String> command = new ArrayList<>(List.of("env", "--default-signal=HUP,INT,TERM"));
      command.addAll(JobCommand.of(System.getProperty("java.class.path"), RANKS, Program.class));
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().put(MARK, mark);
      builder.environment().put("ARMCI_SHM_DIRECTORY", directory.toString());
      builder.environment().put("ARMCI_HEARTBEAT_TIMEOUT", heartbeatTimeout);
      builder.environment().put("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + directory);
      builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      return builder.start();
    }

    private void kill(Process launcher) throws Exception {
      List<Long> ranks = processes();
      ranks.remove(launcher.pid());
      boolean aRank = target > 0 && target <= ranks.size();
      // A stopped launcher would never end.
      String sent = aRank || !signal.equals("STOP") ? signal : "KILL";
      long pid = aRank ? ranks.get(target - 1) : launcher.pid();
      foundNobody = !launcher.isAlive();
      new ProcessBuilder("kill", "-" + sent, Long.toString(pid))
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    }

    /** Returns the job's processes that are alive. */
    private List<Long> processes() {
      List<Long> found = new ArrayList<>();
      try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
        for (Path process : all) {
          if (environment(process).contains(MARK + "=" + mark)) {
            found.add(Long.valueOf(process.getFileName().toString()));
          }
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      return found;
    }

    /** Returns the socket at which the job's ranks meet, if a rank can be asked; else null. */
    private Path socket() {
      for (long pid : processes()) {
        for (String entry : environment(Path.of("/proc/" + pid))) {
          if (entry.startsWith("ARMCI_RENDEZVOUS=")) {
            return Path.of(entry.substring(entry.indexOf('=') + 1));
          }
        }
      }
      return null;
    }

    /** Returns the environment of a process; empty after its end, waited for or not. */
    private List<String> environment(Path process) {
      try {
        byte[] bytes = Files.readAllBytes(process.resolve("environ"));
        return List.of(new String(bytes, StandardCharsets.ISO_8859_1).split("\0"));
      } catch (IOException gone) {
        return List.of();
      }
    }
  }
}
