package org.armci4j.arrays;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Elements;
import org.armci4j.error.ArmciException;

/**
 * Steps with a file that all ranks of a group take together. After each step all ranks go on, or
 * all throw what the first rank that has failed tells.
 */
final class FileSteps {
  static final String SHARED = "the path has to be on a file system that all ranks share";

  private final GlobalArrays home;
  private final String operation;
  private final Path file;

  /** What one rank does with the file in a step. */
  @FunctionalInterface
  interface FileStep {
    void run() throws IOException;
  }

  /**
   * @param operation begins each message, such as {@code save by rank 0 on array a}
   */
  FileSteps(GlobalArrays home, String operation, Path file) {
    this.home = home;
    this.operation = operation;
    this.file = file;
  }

  /** Takes a step. Collective. */
  void together(String verb, FileStep step) {
    Exception failure = null;
    try {
      step.run();
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
    String own =
        failure == null
            ? ""
            : Text.format(
                "rank %d cannot %s %s: %s", home.armci().rank(), verb, file, reason(failure));
    String first = first(own);
    if (!first.isEmpty()) {
      throw new ArmciException(operation + ": " + first, failure);
    }
  }

  private static String reason(Exception failure) {
    boolean told = failure.getClass() == IOException.class && failure.getMessage() != null;
    return told
        ? failure.getMessage()
        : failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }

  /** Returns the first text of any rank that is not empty, the same on every rank. */
  private String first(String own) {
    byte[] text = own.getBytes(StandardCharsets.UTF_8);
    long[] lengths = new long[home.group().size()];
    home.collectives().allgather(Elements.of(new long[] {text.length}), Elements.of(lengths));
    for (int member = 0; member < lengths.length; member++) {
      if (lengths[member] > 0) {
        byte[] told = member == home.group().rank() ? text : new byte[(int) lengths[member]];
        home.collectives().broadcast(Elements.of(told), member);
        return new String(told, StandardCharsets.UTF_8);
      }
    }
    return "";
  }

  /** Throws on every rank unless all have the words of the first rank. Collective. */
  void requireSame(long[] words, String difference) {
    int size = home.group().size();
    long[] all = new long[words.length * size];
    home.collectives().allgather(Elements.of(words), Elements.of(all));
    for (int i = 0; i < all.length; i++) {
      if (all[i] != all[i % words.length]) {
        int other = home.ranks()[i / words.length];
        throw new ArmciException(
            Text.format(
                "%s: rank %d sees %s at %s than rank %d; %s",
                operation, other, difference, file, home.ranks()[0], SHARED));
      }
    }
  }
}
