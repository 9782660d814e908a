package org.armci4j.profile;

import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Numbers of operations and bytes of one rank, by kind and by target, at one moment. A rank records
 * them in a job with the setting {@code profile}. Immutable.
 *
 * <p>Every operation counts, when it is started, at the rank that starts it; the time of short ones
 * is an estimate in a profile, but no number here is. A put with a signal counts as a put and as a
 * signal. Operations of which the runtime makes its own calls count as what they are made of: a
 * mutex as atomic operations and signals, a stream as puts and signals. What collectives and
 * barriers send is not counted by peer; their calls are, by {@link #collectives}. Loads and stores
 * through a segment of global memory are no operations.
 *
 * <p>Obtained from {@code Armci.counters}.
 */
public final class Counters {
  private static final OperationKind[] KINDS = OperationKind.values();

  private final int rank;
  private final int ranks;

  /** Operations by kind and peer, then bytes by kind and peer, then the calls of collectives. */
  private final long[] numbers;

  /**
   * Holds the numbers of a rank, for the runtime.
   *
   * @param rank the rank that counted
   * @param ranks number of ranks of the job
   * @param numbers operations by kind and peer, bytes by kind and peer, calls of collectives
   * @throws ArmciException when the list of numbers has another length
   */
  public Counters(int rank, int ranks, long[] numbers) {
    if (Objects.requireNonNull(numbers, "numbers").length != length(ranks)) {
      throw new ArmciException(
          Text.format(
              "counters of %d ranks are %d numbers, not %d", ranks, length(ranks), numbers.length));
    }
    this.rank = rank;
    this.ranks = ranks;
    this.numbers = numbers.clone();
  }

  /**
   * Returns how many numbers the counters of a rank have.
   *
   * @param ranks number of ranks of the job
   * @return the length of {@link #numbers}
   */
  public static int length(int ranks) {
    return 2 * KINDS.length * ranks + 1;
  }

  /**
   * Returns all numbers.
   *
   * @return operations by kind and peer, bytes by kind and peer, calls of collectives; a copy
   */
  public long[] numbers() {
    return numbers.clone();
  }

  /**
   * Returns the rank that counted.
   *
   * @return a rank of the job
   */
  public int rank() {
    return rank;
  }

  /**
   * Returns the number of ranks of the job.
   *
   * @return at least 1
   */
  public int size() {
    return ranks;
  }

  /**
   * Returns the number of operations of a kind to or from a peer.
   *
   * @param kind the kind
   * @param peer the target of the operations
   * @return at least 0
   * @throws ArmciException when there is no such rank
   */
  public long operations(OperationKind kind, int peer) {
    return numbers[index(kind, peer)];
  }

  /**
   * Returns the number of operations of a kind to or from all ranks.
   *
   * @param kind the kind
   * @return at least 0
   */
  public long operations(OperationKind kind) {
    return sum(index(kind, 0));
  }

  /**
   * Returns the number of bytes that operations of a kind have moved to or from a peer.
   *
   * @param kind the kind
   * @param peer the target of the operations
   * @return at least 0
   * @throws ArmciException when there is no such rank
   */
  public long bytes(OperationKind kind, int peer) {
    return numbers[KINDS.length * ranks + index(kind, peer)];
  }

  /**
   * Returns the number of bytes that operations of a kind have moved to or from all ranks.
   *
   * @param kind the kind
   * @return at least 0
   */
  public long bytes(OperationKind kind) {
    return sum(KINDS.length * ranks + index(kind, 0));
  }

  /**
   * Returns the number of bytes that all operations have moved to or from a peer.
   *
   * @param peer the target of the operations
   * @return at least 0
   * @throws ArmciException when there is no such rank
   */
  public long bytes(int peer) {
    long sum = 0;
    for (OperationKind kind : KINDS) {
      sum += bytes(kind, peer);
    }
    return sum;
  }

  /**
   * Returns the number of operations of all kinds to or from a peer.
   *
   * @param peer the target of the operations
   * @return at least 0
   * @throws ArmciException when there is no such rank
   */
  public long operations(int peer) {
    long sum = 0;
    for (OperationKind kind : KINDS) {
      sum += operations(kind, peer);
    }
    return sum;
  }

  /**
   * Returns the number of collective calls, barriers included, also those with which memory is
   * freed. A call that is made of others, such as a barrier of collectives, counts once.
   *
   * @return at least 0
   */
  public long collectives() {
    return numbers[numbers.length - 1];
  }

  /**
   * Returns what was counted since an earlier moment.
   *
   * @param earlier counters of the same rank
   * @return the differences
   * @throws ArmciException when the counters are another rank's, or those of another job's size
   */
  public Counters since(Counters earlier) {
    Objects.requireNonNull(earlier, "earlier");
    if (earlier.rank != rank || earlier.ranks != ranks) {
      throw new ArmciException(
          Text.format(
              "counters of rank %d of %d cannot follow those of rank %d of %d",
              rank, ranks, earlier.rank, earlier.ranks));
    }
    long[] rest = numbers();
    for (int i = 0; i < rest.length; i++) {
      rest[i] -= earlier.numbers[i];
    }
    return new Counters(rank, ranks, rest);
  }

  /**
   * Returns a table of the bytes between all ranks: a row for each rank that has counted, a column
   * for each target.
   *
   * @param all counters of ranks of one job, as {@code Armci.gatherCounters} returns them
   * @return lines of text, the last one ended too
   */
  public static String matrix(List<Counters> all) {
    return table(all, (one, peer) -> printBytes(one.bytes(peer)));
  }

  /**
   * Returns a table of the operations between all ranks, in the form of {@link #matrix}.
   *
   * @param all counters of ranks of one job, as {@code Armci.gatherCounters} returns them
   * @return lines of text, the last one ended too
   */
  public static String operationsMatrix(List<Counters> all) {
    return table(all, (one, peer) -> printCount(one.operations(peer)));
  }

  private static String printCount(long count) {
    return count == 0 ? "-" : Text.format("%,d", count);
  }

  private static String table(List<Counters> all, BiFunction<Counters, Integer, String> cell) {
    Objects.requireNonNull(all, "all");
    StringBuilder text = new StringBuilder("  from\\to");
    int columns = all.isEmpty() ? 0 : all.getFirst().ranks;
    for (int peer = 0; peer < columns; peer++) {
      text.append(Text.format("  %10d", peer));
    }
    text.append('\n');
    for (Counters one : all) {
      text.append(Text.format("  %7d", one.rank));
      for (int peer = 0; peer < columns; peer++) {
        text.append(Text.format("  %10s", cell.apply(one, peer)));
      }
      text.append('\n');
    }
    return text.toString();
  }

  /**
   * Returns a number of bytes in the largest unit that leaves at least 1.
   *
   * @param bytes the number
   * @return such as {@code 1.5 MiB}; {@code -} for none
   */
  public static String printBytes(long bytes) {
    if (bytes == 0) {
      return "-";
    }
    int unit = (Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(bytes, 1))) / 10;
    return unit == 0
        ? bytes + " B"
        : Text.format("%.1f %siB", bytes / Math.pow(2, 10 * unit), "-KMGTPE".charAt(unit));
  }

  private int index(OperationKind kind, int peer) {
    Objects.requireNonNull(kind, "kind");
    if (peer < 0 || peer >= ranks) {
      throw new ArmciException(
          Text.format("counters: there is no rank %d, ranks are 0 to %d", peer, ranks - 1));
    }
    return kind.index() * ranks + peer;
  }

  private long sum(int first) {
    long sum = 0;
    for (int i = first; i < first + ranks; i++) {
      sum += numbers[i];
    }
    return sum;
  }

  /** Returns a line for each kind and peer with operations. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(Text.format("rank %d\n", rank));
    for (OperationKind kind : KINDS) {
      for (int peer = 0; peer < ranks; peer++) {
        long operations = operations(kind, peer);
        if (operations != 0) {
          text.append(
              Text.format(
                  "  %s, rank %d: %d operations, %d bytes\n",
                  kind.label(), peer, operations, bytes(kind, peer)));
        }
      }
    }
    return text.append(Text.format("  %d collective calls\n", collectives())).toString();
  }
}
