package org.armci4j.benchmarks.network;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.hosts.HostPair;

/**
 * Runs the two processes of a peer, such as the C program on UCX. Passes the target's description
 * of itself to the origin. Then passes lines between the origin and this program's own streams
 * until the input ends.
 */
public final class PeerPair {
  private static final String TARGET = "target ";
  private static final long LEAVING_SECONDS = 10;

  private PeerPair() {}

  /**
   * Returns the command that runs a target and an origin. The suite's arguments follow it.
   *
   * @param target command line of the target
   * @param origin command line of the origin, of as many words
   * @param hosts the hosts: the origin runs on the first, the target on the second
   */
  public static List<String> command(String target, String origin, HostPair hosts) {
    List<String> command = JobMain.program(PeerPair.class);
    List<String> words = hosts.on(1, target);
    command.add(Integer.toString(words.size()));
    command.addAll(words);
    command.addAll(hosts.on(0, origin));
    return command;
  }

  /**
   * Runs both processes.
   *
   * @param args the number of words of each command, the target's command, the origin's command,
   *     and the suite's arguments, which are appended to the last word of both commands
   * @throws IOException when a process cannot be started
   * @throws InterruptedException when this thread is interrupted
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    int words = Integer.parseInt(args[0]);
    List<String> suite = Arrays.asList(args).subList(1 + 2 * words, args.length);
    Process target = start(Arrays.asList(args).subList(1, 1 + words), suite);
    try {
      String about = awaitTarget(target);
      Process origin = start(Arrays.asList(args).subList(1 + words, 1 + 2 * words), suite);
      endWith(origin, target);
      try {
        pass(about, origin);
      } finally {
        origin.destroyForcibly();
      }
    } finally {
      target.outputWriter().close();
      if (!target.waitFor(LEAVING_SECONDS, TimeUnit.SECONDS)) {
        target.destroyForcibly();
      }
    }
  }

  /** Starts a command. Its last word is a shell's command line; the suite's arguments go there. */
  private static Process start(List<String> words, List<String> suite) throws IOException {
    String line = words.getLast() + " " + String.join(" ", suite);
    String[] command = words.toArray(String[]::new);
    command[command.length - 1] = line;
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static String awaitTarget(Process target) throws IOException {
    BufferedReader output = target.inputReader();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(TARGET)) {
        return line;
      }
    }
    throw new IOException("the target ended before it could be reached");
  }

  /** Ends the target and this program when the origin fails, as no more figures will come. */
  private static void endWith(Process origin, Process target) {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              int status = origin.onExit().join().exitValue();
              if (status != 0) {
                target.destroyForcibly();
                Runtime.getRuntime().halt(status);
              }
            });
  }

  private static void pass(String about, Process origin) throws IOException, InterruptedException {
    Thread.Builder.OfPlatform reader = Thread.ofPlatform().daemon();
    Thread output = reader.start(() -> origin.inputReader().lines().forEach(System.out::println));
    try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, US_ASCII));
        Writer commands = origin.outputWriter()) {
      commands.write(about + "\n");
      commands.flush();
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        commands.write(line + "\n");
        commands.flush();
      }
    }
    output.join(TimeUnit.SECONDS.toMillis(LEAVING_SECONDS));
  }
}
