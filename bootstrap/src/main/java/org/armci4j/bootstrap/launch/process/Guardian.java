package org.armci4j.bootstrap.launch.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.armci4j.bootstrap.RankEnvironment;
import org.armci4j.bootstrap.launch.sweep.SweepScope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shell that waits for the end of the launcher, or of an agent, to end what is left of the job.
 * Ranks also watch their launcher, but cannot act when all of them are stopped or killed too. The
 * shell reads from a pipe whose other end the kernel closes when the launcher ends, in whatever
 * way. It gives the ranks a second. Then it kills the remaining processes, which it finds as {@link
 * org.armci4j.bootstrap.launch.sweep.JobSweep} does.
 */
final class Guardian {
  private static final Logger LOG = LoggerFactory.getLogger(Guardian.class);

  /**
   * Script of the shell. Its arguments: the variable that marks the processes to end; the variable
   * that marks agents, of which only stopped ones are killed, as they cannot see the end, or
   * nothing; the socket at which ranks meet, or nothing; the folder in which ranks unpack
   * libraries; directories of shared memory. It looks twice, as a process may start another one
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
            { [ -n "$1" ] && grep -qzxF "$1" "$process/environ" && grep -q '^State:.T' "$process/status"; }; then
            kill -KILL "${process#/proc/}"
          fi
        done
      done
      if [ -n "$2" ]; then
        rm -f "$2"
        rmdir "${2%/*}"
      fi
      if [ -O "$3" ] && [ ! -L "$3" ]; then
        rm -f "$3"/*
        rmdir "$3"
      fi
      shift 3
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
   * Starts a guardian.
   *
   * @param scope the processes that it ends
   * @param socket the socket at which the ranks meet, in a folder of its own; or null
   * @param libraries the folder in which ranks unpack libraries, which may not be there
   * @param directories folders in which a killed process may leave a file
   * @return null where there is no shell: then nothing ends a job that is killed as a whole
   */
  static Guardian start(
      SweepScope scope, Path socket, Path libraries, Collection<Path> directories) {
    List<String> command = new ArrayList<>(OwnSession.prefix());
    command.addAll(List.of("/bin/sh", "-c", SCRIPT, scope.ranks()));
    command.add(scope.agents());
    command.add(socket == null ? "" : socket.toString());
    command.add(libraries.toAbsolutePath().toString());
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

  Process shell() {
    return shell;
  }

  /**
   * Ends the guardian when no process of the job is left. Deletes the socket, as the guardian
   * would, and kills the shell: a stopped shell would not react to a line of input.
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
