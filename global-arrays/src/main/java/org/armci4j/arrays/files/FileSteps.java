package org.armci4j.arrays.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.armci4j.Group;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.error.ArmciException;

/**
 * Steps with a file that all ranks of a group take together. After each step all ranks go on, or
 * all throw what the first rank that has failed tells.
 */
public final class FileSteps {
  /** Says why a file may be missing on one rank. */
  public static final String SHARED = "the path has to be on a file system that all ranks share";

  private final Collectives collectives;
  private final Group group;
  private final String operation;
  private final Path file;

  /** What one rank does with the file in a step. */
  @FunctionalInterface
  public interface FileStep {
    /** Takes the step. */
    void run() throws IOException;
  }

  /**
   * Names the steps of an operation.
   *
   * @param collectives of the ranks that take the steps
   * @param operation begins each message, such as {@code save by rank 0 on array a}
   * @param file the file, or the folder of several
   */
  public FileSteps(Collectives collectives, String operation, Path file) {
    this.collectives = collectives;
    this.group = collectives.group();
    this.operation = operation;
    this.file = file;
  }

  /**
   * Takes a step. Collective.
   *
   * @param verb what the step does to the file, for messages
   * @throws ArmciException on every rank, when a rank has failed
   */
  public void together(String verb, FileStep step) {
    try {
      attempt(verb, step);
    } catch (IOException e) {
      throw new ArmciException(operation + ": " + e.getMessage(), e.getCause());
    }
  }

  /** Returns an exception that begins as those of the steps do. */
  public ArmciException failure(String reason) {
    return new ArmciException(operation + ": " + reason);
  }

  /**
   * Takes a step that may fail. Collective.
   *
   * @param verb what the step does to the file, for messages
   * @throws IOException on every rank, when a rank has failed, with the same message
   */
  public void attempt(String verb, FileStep step) throws IOException {
    Exception failure = null;
    try {
      step.run();
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
    String own =
        failure == null
            ? ""
            : Text.format("rank %d cannot %s %s: %s", rank(), verb, file, reason(failure));
    String first = first(own);
    if (!first.isEmpty()) {
      throw new IOException(first, failure);
    }
  }

  private int rank() {
    return group.worldRank(group.rank());
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
    long[] lengths = new long[group.size()];
    collectives.allgather(Elements.of(new long[] {text.length}), Elements.of(lengths));
    for (int member = 0; member < lengths.length; member++) {
      if (lengths[member] > 0) {
        return broadcast(text, (int) lengths[member], member);
      }
    }
    return "";
  }

  /** Returns the first rank's text on every rank. Collective. */
  public String ofFirst(String own) {
    byte[] text = own.getBytes(StandardCharsets.UTF_8);
    long[] length = {text.length};
    collectives.broadcast(Elements.of(length), 0);
    return broadcast(text, (int) length[0], 0);
  }

  private String broadcast(byte[] own, int length, int member) {
    byte[] told = member == group.rank() ? own : new byte[length];
    if (length > 0) {
      collectives.broadcast(Elements.of(told), member);
    }
    return new String(told, StandardCharsets.UTF_8);
  }

  /** Throws on every rank unless all have the words of the first rank. Collective. */
  public void requireSame(long[] words, String difference) {
    long[] all = new long[words.length * group.size()];
    collectives.allgather(Elements.of(words), Elements.of(all));
    for (int i = 0; i < all.length; i++) {
      if (all[i] != all[i % words.length]) {
        int other = group.worldRank(i / words.length);
        throw new ArmciException(
            Text.format(
                "%s: rank %d sees %s at %s than rank %d; %s",
                operation, other, difference, file, group.worldRank(0), SHARED));
      }
    }
  }
}
