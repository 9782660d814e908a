package org.armci4j.arrays;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.armci4j.arrays.PatchChecks.PatchOperation;

/**
 * Says which elements of a patch a transfer moves, and how refusals name the transfer. Immutable.
 */
final class PatchPattern {
  /** All elements of a patch inside the array. */
  static final PatchPattern INSIDE = new PatchPattern("", false, null);

  /** All elements of a patch whose indices count modulo the shape of the array. */
  static final PatchPattern PERIODIC = new PatchPattern("periodic()", true, null);

  /** How a program has named these transfers; empty for those of the array itself. */
  private final String name;

  private final boolean isPeriodic;

  /** Distance of the elements in each dimension; null for 1 in all of them. */
  private final long[] steps;

  /** The names of methods, so that a call makes none. */
  private final Map<PatchOperation, String> blocking = new EnumMap<>(PatchOperation.class);

  private final Map<PatchOperation, String> nonblocking = new EnumMap<>(PatchOperation.class);

  private PatchPattern(String name, boolean isPeriodic, long[] steps) {
    this.name = name;
    this.isPeriodic = isPeriodic;
    this.steps = steps;
    String prefix = name.isEmpty() ? "" : name + ".";
    for (PatchOperation operation : PatchOperation.values()) {
      blocking.put(operation, prefix + operation.method(true));
      nonblocking.put(operation, prefix + operation.method(false));
    }
  }

  /**
   * Returns the pattern of every k-th index of each dimension.
   *
   * @param steps at least 1, one for each dimension; the caller does not change them afterwards
   */
  static PatchPattern every(long[] steps) {
    String numbers =
        Arrays.stream(steps).mapToObj(Long::toString).collect(Collectors.joining(", "));
    return new PatchPattern("every(" + numbers + ")", false, steps);
  }

  /** Returns the name of the method that the program has called. */
  String method(PatchOperation operation, boolean waits) {
    return (waits ? blocking : nonblocking).get(operation);
  }

  /** Returns whether a patch may go over the ends of the array. */
  boolean isPeriodic() {
    return isPeriodic;
  }

  /** Returns the distance of the elements in a dimension. */
  long step(int dimension) {
    return steps == null ? 1 : steps[dimension];
  }

  /** Returns how many indices of some that follow each other take part, from the first one on. */
  long count(int dimension, long indices) {
    return steps == null ? indices : Math.ceilDiv(indices, steps[dimension]);
  }

  @Override
  public String toString() {
    return name;
  }
}
