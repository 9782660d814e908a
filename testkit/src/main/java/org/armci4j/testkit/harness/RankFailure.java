package org.armci4j.testkit.harness;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.armci4j.error.RankFailedException;
import org.opentest4j.TestAbortedException;

/**
 * Holds the failure that ended one rank of a test.
 *
 * @param rank the rank
 * @param thrown the failure
 */
public record RankFailure(int rank, Throwable thrown) {
  /**
   * Returns whether the rank ended only because another rank had failed.
   *
   * @return false where it failed by itself
   */
  public boolean isConsequence() {
    return thrown instanceof RankFailedException;
  }

  private boolean isAborted() {
    return thrown instanceof TestAbortedException;
  }

  /** Returns a key that is equal for the same failure on several ranks. */
  private String key() {
    StackTraceElement[] stack = thrown.getStackTrace();
    return thrown + (stack.length == 0 ? "" : " " + stack[0]);
  }

  /**
   * Throws one error that stands for all failures. Its message names the ranks of each different
   * failure. The first failure is its cause, the others are suppressed in it. Returns when there is
   * none.
   *
   * @param failures those of all ranks
   * @param hint added to the message
   * @throws AssertionError when any rank failed
   * @throws TestAbortedException when none failed and an assumption did not hold on some rank
   */
  public static void throwMerged(List<RankFailure> failures, String hint) {
    if (failures.isEmpty()) {
      return;
    }
    List<RankFailure> own = failures.stream().filter(one -> !one.isConsequence()).toList();
    List<RankFailure> worst =
        own.isEmpty() ? failures : own.stream().filter(one -> !one.isAborted()).toList();
    if (worst.isEmpty()) {
      throw new TestAbortedException(message(own), own.getFirst().thrown);
    }
    AssertionError merged =
        new AssertionError(message(worst) + "\n" + hint, worst.getFirst().thrown);
    byKey(worst).values().stream()
        .skip(1)
        .forEach(same -> merged.addSuppressed(same.getFirst().thrown));
    throw merged;
  }

  private static Map<String, List<RankFailure>> byKey(List<RankFailure> failures) {
    return failures.stream()
        .collect(Collectors.groupingBy(RankFailure::key, LinkedHashMap::new, Collectors.toList()));
  }

  private static String message(List<RankFailure> failures) {
    return byKey(failures).values().stream()
        .map(same -> names(same) + ": " + same.getFirst().thrown)
        .collect(Collectors.joining("\n"));
  }

  private static String names(List<RankFailure> same) {
    TreeSet<Integer> ranks =
        same.stream().map(RankFailure::rank).collect(Collectors.toCollection(TreeSet::new));
    String numbers = ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return (ranks.size() == 1 ? "rank " : "ranks ") + numbers;
  }
}
