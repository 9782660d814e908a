package org.armci4j.bootstrap.launch.process;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.text.Text;

/**
 * Checks that this process may open as many files as a job needs. Otherwise the job would fail half
 * started.
 */
public final class OpenFiles {
  /**
   * A rank's three standard streams, its connection, and a file that its start opens for a moment.
   */
  private static final int FOR_EACH_RANK = 5;

  /** Files of the rendezvous and of classes that are loaded later. */
  private static final int FOR_THE_JOB = 24;

  /** Files that a rank itself needs; it has the same limit. */
  private static final int IN_A_RANK = 64;

  private static final Pattern SOFT_LIMIT = Pattern.compile("(?m)^Max open files +(\\d+) ");

  private OpenFiles() {}

  /**
   * Checks the limit of this process, which the ranks inherit.
   *
   * @param ranks number of ranks that will be started
   * @throws LaunchException when the ranks need more files than the limit allows, or when not even
   *     the limit can be read
   */
  public static void require(int ranks) {
    Path self = Path.of("/proc/self");
    try (Stream<Path> open = Files.list(self.resolve("fd"))) {
      Matcher limit = SOFT_LIMIT.matcher(Files.readString(self.resolve("limits")));
      if (limit.find()) {
        require(ranks, Math.toIntExact(open.count()), Long.parseLong(limit.group(1)));
      }
    } catch (NoSuchFileException | AccessDeniedException unknown) {
      // Without the limit there is no check: a later open reports its own failure.
    } catch (IOException failed) {
      throw new LaunchException(
          "this process cannot read how many files it may open ("
              + failed.getMessage()
              + "): raise the limit (ulimit -n 1024)",
          failed);
    }
  }

  static void require(int ranks, int open, long limit) {
    int need = Math.max(IN_A_RANK, open + FOR_THE_JOB + FOR_EACH_RANK * ranks);
    if (limit < need) {
      throw new LaunchException(
          Text.format(
              "a process may open %d files, and %d ranks on this host need %d: raise it (ulimit -n"
                  + " %d)",
              limit, ranks, need, Math.max(1024, 2 * need)));
    }
  }
}
