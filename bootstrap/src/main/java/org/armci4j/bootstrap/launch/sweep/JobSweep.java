package org.armci4j.bootstrap.launch.sweep;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.armci4j.bootstrap.RankEnvironment;

/**
 * Ends what is left of a job on this host: ranks that are stopped, and processes that ranks have
 * started and that outlive them. They are known by the job's name in their environment, which is
 * inherited, as an orphan has no other tie to its job.
 */
public final class JobSweep {
  private JobSweep() {}

  /** Kills all processes of {@code jobId} that are this user's, apart from this process. */
  public static void killAll(String jobId) {
    String variable = RankEnvironment.JOB + "=" + jobId;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : all) {
        long pid = Long.parseLong(process.getFileName().toString());
        if (pid != ProcessHandle.current().pid() && isOf(process, variable)) {
          ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
      }
    } catch (IOException | DirectoryIteratorException noProcesses) {
      // Then there is nothing to find them by.
    }
  }

  private static boolean isOf(Path process, String variable) {
    try {
      String all =
          new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.ISO_8859_1);
      return Arrays.asList(all.split("\0")).contains(variable);
    } catch (IOException endedOrOfAnother) {
      return false;
    }
  }
}
