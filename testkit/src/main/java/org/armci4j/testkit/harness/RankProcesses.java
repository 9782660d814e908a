package org.armci4j.testkit.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.strided.StridedSettings;

/**
 * Runs a program on several ranks that are real processes, through the launcher, for tests.
 *
 * <pre>{@code
 * RankProcesses.Result result = RankProcesses.run(2, Hello.class, Duration.ofSeconds(60));
 * assertEquals(0, result.exitCode(), result.errors());
 * }</pre>
 */
public final class RankProcesses {
  private static final long LOOK_MILLIS = 100;

  /** A job that prints without an end is killed after so many limits. */
  private static final int LIMITS = 10;

  private RankProcesses() {}

  /**
   * Says how a job ended.
   *
   * @param exitCode the launcher's
   * @param output what all ranks wrote to standard output
   * @param errors what all ranks and the launcher wrote to standard error
   */
  public record Result(int exitCode, String output, String errors) {}

  /**
   * Runs a job to its end with the class path of this JVM. Shapes that overlap themselves are
   * refused, unless the environment sets {@code ARMCI_CHECK_OVERLAP} otherwise.
   *
   * @param ranks at least 1
   * @param program a class with a main method
   * @param limit after which a job that prints nothing is killed and an error thrown
   * @param arguments the program's arguments
   * @return how it ended
   * @throws AssertionError when it prints nothing for so long, or does not end within ten times as
   *     long, with its output so far
   */
  public static Result run(int ranks, Class<?> program, Duration limit, String... arguments) {
    return run(ranks, program, Map.of(), limit, arguments);
  }

  /**
   * Runs a job to its end with environment variables.
   *
   * @param ranks at least 1
   * @param program a class with a main method
   * @param environment variables to set
   * @param limit after which a job that prints nothing is killed and an error thrown
   * @param arguments the program's arguments
   * @return how it ended
   * @throws AssertionError when it prints nothing for so long, or does not end within ten times as
   *     long, with its output so far
   */
  public static Result run(
      int ranks,
      Class<?> program,
      Map<String, String> environment,
      Duration limit,
      String... arguments) {
    try {
      Path output = Files.createTempFile("armci-test", ".out");
      Path errors = Files.createTempFile("armci-test", ".err");
      try {
        return run(command(ranks, program, arguments), environment, limit, output, errors);
      } finally {
        Files.delete(output);
        Files.delete(errors);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while a job was running", e);
    }
  }

  private static List<String> command(int ranks, Class<?> program, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.add(LauncherMain.class.getName());
    command.addAll(List.of(Integer.toString(ranks), program.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static Result run(
      List<String> command,
      Map<String, String> environment,
      Duration limit,
      Path output,
      Path errors)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put(StridedSettings.CHECK_OVERLAP.environmentName(), "true");
    builder.environment().putAll(environment);
    builder.redirectOutput(output.toFile()).redirectError(errors.toFile());
    Process launcher = builder.start();
    launcher.getOutputStream().close();
    boolean ended = ends(launcher, limit, output, errors);
    if (!ended) {
      launcher.destroy();
      launcher.waitFor();
    }
    Result result =
        new Result(launcher.exitValue(), Files.readString(output), Files.readString(errors));
    if (!ended) {
      throw new AssertionError(
          Text.format("the job did not end, with a limit of %s without output: %s", limit, result));
    }
    return result;
  }

  /** Waits for the end. On a busy machine the limit begins anew whenever the job has printed. */
  private static boolean ends(Process launcher, Duration limit, Path output, Path errors)
      throws IOException, InterruptedException {
    long beganNanos = System.nanoTime();
    long printedNanos = beganNanos;
    long printedBytes = 0;
    while (!launcher.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      long nowNanos = System.nanoTime();
      long sizeBytes = Files.size(output) + Files.size(errors);
      if (sizeBytes != printedBytes) {
        printedBytes = sizeBytes;
        printedNanos = nowNanos;
      }
      if (nowNanos - printedNanos > limit.toNanos()
          || nowNanos - beganNanos > LIMITS * limit.toNanos()) {
        return false;
      }
    }
    return true;
  }
}
