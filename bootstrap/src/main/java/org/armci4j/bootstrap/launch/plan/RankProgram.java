package org.armci4j.bootstrap.launch.plan;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Says what each rank of a job runs, wherever it runs. Immutable.
 *
 * @param mainClass binary name of the class whose {@code main} every rank runs
 * @param arguments arguments of the program, passed on untouched
 * @param jvmArguments options for the ranks' JVMs; they come after the launcher's own, so they win;
 *     {@value #RANK_PLACE} in them stands for the rank's number
 * @param environment variables set for the ranks in addition to the launcher's own environment;
 *     {@value #RANK_PLACE} in a value stands for the rank's number
 * @param classPath entries of the program's class path, as {@code java -cp} takes them
 * @param input which ranks get the launcher's standard input
 * @param debug the rank that waits for a debugger; null means none
 * @param records folder of the launcher, at the same path on each host, into which ranks write
 *     files; when a rank of another host has ended, its files come into the launcher's folder.
 *     Their names begin with the rank's number and a dash. Empty means none
 */
public record RankProgram(
    String mainClass,
    List<String> arguments,
    List<String> jvmArguments,
    Map<String, String> environment,
    List<String> classPath,
    StandardInput input,
    RankDebug debug,
    String records) {
  /** Stands for a rank's number in texts that differ by rank. */
  public static final String RANK_PLACE = "{rank}";

  /** Name of a file by which an agent finds that its host shares the launcher's folder. */
  public static final String AT_LAUNCHER = "launcher";

  /** Copies the collections. */
  public RankProgram {
    Objects.requireNonNull(mainClass, "mainClass");
    Objects.requireNonNull(input, "input");
    Objects.requireNonNull(records, "records");
    arguments = List.copyOf(arguments);
    jvmArguments = List.copyOf(jvmArguments);
    environment = Map.copyOf(environment);
    classPath = List.copyOf(classPath);
  }

  /** Returns a program of the launcher's own class path; rank 0 gets the standard input. */
  public static RankProgram of(
      String mainClass, List<String> arguments, List<String> jvmArguments) {
    return new RankProgram(
        mainClass, arguments, jvmArguments, Map.of(), List.of(), StandardInput.FIRST, null, "");
  }

  /**
   * Returns a text for one rank.
   *
   * @param text with {@value #RANK_PLACE} in place of the rank's number
   * @param rank the rank
   * @return the text with the number
   */
  public static String forRank(String text, int rank) {
    return text.replace(RANK_PLACE, Integer.toString(rank));
  }
}
