package org.armci4j.benchmarks.collectives;

import java.util.Locale;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Operation;

/**
 * One measured collective.
 *
 * @param operation the operation
 * @param sizeBytes bytes of one rank's part: in allgather, alltoall and reduce-scatter from one
 *     rank to one other, in other operations of the whole
 * @param algorithm the forced algorithm; null for the library's choice
 * @param kind the form of the call, and its counterpart in a comparison
 * @param fresh whether every call uses other buffers
 */
public record CollectivePoint(
    Operation operation, long sizeBytes, String algorithm, Kind kind, boolean fresh) {
  /** Forms of a call, each with its counterpart. */
  public enum Kind {
    /** The blocking call, compared with the peers' one. */
    LIBRARY,
    /** Start and wait, compared with the peers' nonblocking collective. */
    NONBLOCKING,
    /** Start, compute for as long as start and wait take, wait; the time without the computing. */
    OVERLAPPED,
    /** Start and wait of a persistent collective, compared with the blocking call. */
    PERSISTENT
  }

  private static final String SEPARATOR = ":";
  private static final String NONE = "";
  private static final String FRESH = "-fresh";
  private static final String PLANNED = "-persistent";

  /** Ending of a nonblocking collective's name: start and wait. */
  public static final String STARTED = "-nb";

  /** The same with computing in between, as long as both take; the computing does not count. */
  public static final String UNCOVERED = STARTED + "-uncovered";

  /** Returns the name in the report. Peers measure the points that are named like the operation. */
  String name() {
    String by =
        switch (kind) {
          case LIBRARY -> "";
          case NONBLOCKING -> STARTED;
          case OVERLAPPED -> UNCOVERED;
          case PERSISTENT -> PLANNED;
        };
    return operation.label() + by + (fresh ? FRESH : "");
  }

  /**
   * Returns the point of a name: a blocking or nonblocking call by the library's choice.
   *
   * @param name the operation's name, which may end with {@link #STARTED} or {@link #UNCOVERED}
   * @param sizeBytes bytes of one rank's part
   */
  public static CollectivePoint named(String name, long sizeBytes) {
    Kind kind =
        name.endsWith(UNCOVERED)
            ? Kind.OVERLAPPED
            : name.endsWith(STARTED) ? Kind.NONBLOCKING : Kind.LIBRARY;
    String label = name.replace(UNCOVERED, "").replace(STARTED, "");
    return new CollectivePoint(operation(label), sizeBytes, null, kind, false);
  }

  /** Returns the operation of a label. */
  public static Operation operation(String label) {
    return Operation.valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Returns the collectives with the forced algorithm, if there is one. */
  Collectives using(Collectives all) {
    return algorithm == null ? all : all.using(operation, algorithm);
  }

  /** Returns the same point in another form. */
  CollectivePoint as(Kind other) {
    return new CollectivePoint(operation, sizeBytes, algorithm, other, fresh);
  }

  /** Returns the same point with other buffers at every call. */
  CollectivePoint withFreshBuffers() {
    return new CollectivePoint(operation, sizeBytes, algorithm, kind, true);
  }

  /** Returns the point as an argument of {@link CollectivesRank} and of the peers' programs. */
  String toArgument() {
    return String.join(
        SEPARATOR,
        name(),
        operation.label(),
        Long.toString(sizeBytes),
        algorithm == null ? NONE : algorithm,
        kind.name().toLowerCase(Locale.ROOT),
        Boolean.toString(fresh));
  }

  /** Returns the point of such an argument. */
  static CollectivePoint parse(String argument) {
    String[] words = argument.split(SEPARATOR, -1);
    return new CollectivePoint(
        operation(words[1]),
        Long.parseLong(words[2]),
        words[3].equals(NONE) ? null : words[3],
        Kind.valueOf(words[4].toUpperCase(Locale.ROOT)),
        Boolean.parseBoolean(words[5]));
  }
}
