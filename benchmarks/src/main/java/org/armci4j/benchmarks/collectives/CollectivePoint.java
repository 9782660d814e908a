package org.armci4j.benchmarks.collectives;

import java.util.Locale;
import org.armci4j.collectives.Operation;

/**
 * One collective that is measured.
 *
 * @param operation which
 * @param sizeBytes of one rank's part: of allgather, alltoall and reduce-scatter what one rank
 *     gives one other, of all others the whole
 * @param algorithm which is forced; null for the library's choice
 * @param kind what it is compared with
 * @param fresh whether every call uses other buffers
 */
public record CollectivePoint(
    Operation operation, long sizeBytes, String algorithm, Kind kind, boolean fresh) {
  /** What a point is compared with. */
  public enum Kind {
    /** The peers' collective. */
    LIBRARY,
    /** Start and wait; the peers' nonblocking collective. */
    NONBLOCKING,
    /** Start, compute for as long as start and wait take, wait: what of it is not computing. */
    OVERLAPPED,
    /** Start and wait of a persistent one; compared with the blocking call. */
    PERSISTENT
  }

  private static final String SEPARATOR = ":";
  private static final String NONE = "";
  private static final String FRESH = "-fresh";
  static final String STARTED = "-nb";
  static final String UNCOVERED = "-nb-uncovered";
  static final String PLANNED = "-persistent";

  /** As the report calls it; peers measure those that have the operation's name. */
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

  /** The same, compared with something else. */
  CollectivePoint as(Kind other) {
    return new CollectivePoint(operation, sizeBytes, algorithm, other, fresh);
  }

  /** The same with other buffers at every call. */
  CollectivePoint withFreshBuffers() {
    return new CollectivePoint(operation, sizeBytes, algorithm, kind, true);
  }

  /** The point as an argument of {@link CollectivesRank} and of the peers' programs. */
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

  /** The argument back as a point. */
  static CollectivePoint parse(String argument) {
    String[] words = argument.split(SEPARATOR, -1);
    return new CollectivePoint(
        Operation.valueOf(words[1].toUpperCase(Locale.ROOT).replace('-', '_')),
        Long.parseLong(words[2]),
        words[3].equals(NONE) ? null : words[3],
        Kind.valueOf(words[4].toUpperCase(Locale.ROOT)),
        Boolean.parseBoolean(words[5]));
  }
}
