package org.armci4j.bootstrap.launch.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.armci4j.bootstrap.RankEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shell that waits for the end of the launcher, or of an agent. Ranks look for that themselves;
 * but none of them is there to end the rest when all are stopped or killed as well. The shell reads
 * from a pipe whose other end the kernel closes with the launcher, however that ends. It gives the
 * ranks a second and then kills what is left, which it knows as {@link
 * org.armci4j.bootstrap.launch.sweep.JobSweep} does.
 */
final class Guardian {
  private static final Logger LOG = LoggerFactory.getLogger(Guardian.class);

  /**
   * Arguments: the variable by which processes are known, the one by which agents are, of which
   * those are ended that are stopped and so cannot see the end; the socket at which ranks meet or
   * nothing, then directories of shared memory. It looks twice, as a process may start another
   * meanwhile.
   */
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      cd /
      read -r never
      sleep 1
      for look in 1 2; do
        for process in /proc/[0-9]*; do
          if grep -qzxF "$0" "$process/environ" ||
            { grep -qzxF "$1" "$process/environ" && grep -q '^State:.T' "$process/status"; }; then
            kill -KILL "${process#/proc/}"
          fi
        done
      done
      if [ -n "$2" ]; then
        rm -f "$2"
        rmdir "${2%/*}"
      fi
      shift 2
      for directory; do
        rm -f "$directory"/armci-????????????????????????????????
      done
      """;

  private final Process shell;
  private final Path socket;

  private Guardian(Process shell, Path socket) {
    this.shell = shell;
    this.socket = socket;
  }

  /**
   * Starts one.
   *
   * @param jobId whose processes it ends
   * @param socket at which the ranks meet, in a folder of its own; or null
   * @param directories in which a killed process may leave a file
   * @return null where there is no shell: then nothing ends a job that is killed as a whole
   */
  static Guardian start(String jobId, Path socket, Collection<Path> directories) {
    List<String> command = new ArrayList<>(OwnSession.prefix());
    command.addAll(List.of("/bin/sh", "-c", SCRIPT, RankEnvironment.JOB + "=" + jobId));
    command.add(RankEnvironment.AGENT + "=" + jobId);
    command.add(socket == null ? "" : socket.toString());
    directories.forEach(directory -> command.add(directory.toAbsolutePath().toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD);
    builder.environment().keySet().removeIf(RankEnvironment::isMembership);
    try {
      return new Guardian(builder.start(), socket);
    } catch (IOException noShell) {
      LOG.debug("the job has no guardian: {}", noShell.getMessage());
      return null;
    }
  }

  ProcessHandle shell() {
    return shell.toHandle();
  }

  /**
   * No process is left to end. Does what the guardian would still do and kills it, as somebody may
   * have stopped it: a line to read would not end it then.
   */
  void dismiss() {
    if (socket != null) {
      deleteIfThere(socket);
      deleteIfThere(socket.getParent());
    }
    shell.destroyForcibly();
  }

  private static void deleteIfThere(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException inUse) {
      LOG.debug("{} stays", path, inUse);
    }
  }
}
