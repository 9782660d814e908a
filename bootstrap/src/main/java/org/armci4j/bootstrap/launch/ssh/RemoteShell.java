package org.armci4j.bootstrap.launch.ssh;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.RankEnvironment;
import org.armci4j.bootstrap.launch.plan.ClassPath;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.launch.process.OwnSession;
import org.armci4j.bootstrap.text.Text;

/** Builds the command that starts an agent on a host. */
public final class RemoteShell {
  private RemoteShell() {}

  /**
   * Returns the words of the command that runs an agent on {@code host}. They are those of {@code
   * sshCommand}, the host, and the agent's command line as one word for the login shell there. This
   * host itself needs no ssh. The command has a session of its own, so that a Ctrl-C spares the
   * connection: the launcher then gives the ranks there as much time as the ranks here.
   */
  static List<String> command(String host, String jobId, String sshCommand, String remoteJava) {
    List<String> command = new ArrayList<>(OwnSession.prefix());
    if (isThisHost(host)) {
      command.addAll(List.of("/bin/sh", "-c"));
    } else {
      command.addAll(words(sshCommand));
      command.add(host);
    }
    command.add(agent(jobId, remoteJava));
    return command;
  }

  static boolean isThisHost(String host) {
    return host.equals("localhost") || host.equals(Host.name());
  }

  private static String agent(String jobId, String remoteJava) {
    Path own = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> classPath =
        ClassPath.own().stream().map(entry -> Path.of(entry).toAbsolutePath().toString()).toList();
    List<String> words =
        List.of(
            remoteJava.isEmpty() ? own.toString() : remoteJava,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-cp",
            ClassPath.join(classPath),
            HostAgentMain.class.getName());
    // Under this locale a JVM can pass on any argument; ranks get the launcher's locale.
    return Text.format("exec env LC_ALL=C.UTF-8 %s=%s ", RankEnvironment.AGENT, jobId)
        + words.stream().map(RemoteShell::quote).collect(Collectors.joining(" "));
  }

  /** Returns one word for a shell of any kind. */
  static String quote(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /**
   * Splits a command at blanks. Blanks within quotes of either kind belong to a word; the quotes do
   * not. There are no other special characters.
   *
   * @throws LaunchException when a quote has no end, or there is no word
   */
  static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    char quote = 0;
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (quote == 0 && Character.isWhitespace(c)) {
        if (word != null) {
          words.add(word.toString());
        }
        word = null;
        continue;
      }
      word = word == null ? new StringBuilder() : word;
      if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else {
        word.append(c);
      }
    }
    if (word != null) {
      words.add(word.toString());
    }
    if (quote != 0 || words.isEmpty()) {
      throw new LaunchException("setting sshCommand: no command in: " + command);
    }
    return words;
  }
}
