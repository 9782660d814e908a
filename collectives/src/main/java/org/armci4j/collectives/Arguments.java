package org.armci4j.collectives;

import java.util.Objects;
import org.armci4j.Armci;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.algorithm.Shape.Parts;
import org.armci4j.error.ArmciException;

/** The checks of a collective's arguments that one rank can make alone. */
final class Arguments {
  private Arguments() {}

  static void root(Operation operation, int root, int size) {
    if (root < 0 || root >= size) {
      throw new ArmciException(
          Text.format(
              "%s: there is no root %d, the group's places are 0 to %d",
              operation.label(), root, size - 1));
    }
  }

  static void sameType(Operation operation, Elements source, Elements destination) {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(destination, "destination");
    if (source.type() != destination.type()) {
      throw new ArmciException(
          Text.format(
              "%s: the source has elements of type %s, the destination of type %s",
              operation.label(), source.type(), destination.type()));
    }
  }

  static void count(Operation operation, String what, Elements elements, long needed) {
    if (elements.count() < needed) {
      throw new ArmciException(
          Text.format(
              "%s: the %s has %d elements and needs %d",
              operation.label(), what, elements.count(), needed));
    }
  }

  /**
   * Checks that elements, where there are any, are of this runtime and that this thread can reach
   * them: otherwise others would wait.
   */
  static void usable(Armci armci, Operation operation, Elements source, Elements destination) {
    usable(armci, operation, operation == Operation.BROADCAST ? "data" : "source", source);
    if (destination != source) {
      usable(armci, operation, "destination", destination);
    }
  }

  private static void usable(Armci armci, Operation operation, String what, Elements elements) {
    if (elements == null) {
      return;
    }
    if (elements.memory() != null) {
      elements.memory().requireOf(armci, operation.label(), what);
    }
    if (!elements.isReachable()) {
      throw new ArmciException(
          Text.format(
              "%s: the %s lies in memory whose arena has been closed or belongs to another thread",
              operation.label(), what));
    }
  }

  static void writable(Operation operation, Elements destination) {
    if (Objects.requireNonNull(destination, "destination").isReadOnly()) {
      throw new ArmciException(
          operation.label() + ": the destination is read-only; give one that can be written");
    }
  }

  /** Checks that a destination can take so many elements of the source's type. */
  static void destination(Operation operation, Elements source, Elements destination, long count) {
    sameType(operation, source, destination);
    count(operation, "destination", destination, count);
    writable(operation, destination);
  }

  static void wholeParts(Operation operation, Elements source, int size) {
    if (Objects.requireNonNull(source, "source").count() % size != 0) {
      throw new ArmciException(
          Text.format(
              "%s: %d elements are no equal parts for %d ranks",
              operation.label(), source.count(), size));
    }
  }

  /** Checks that an array has a number for each rank. */
  static void oneEach(Operation operation, String name, long[] numbers, int size) {
    if (Objects.requireNonNull(numbers, name).length != size) {
      throw new ArmciException(
          Text.format(
              "%s: %d %s for %d ranks; give one for each",
              operation.label(), numbers.length, name, size));
    }
  }

  /** The reduction can combine elements of the source's type. */
  static void reduction(Reduction reduction, Elements source) {
    Objects.requireNonNull(reduction, "reduction").combiner(source.type());
  }

  /** Checks that every part lies inside a buffer. */
  static Parts parts(
      Operation operation, Elements buffer, long[] counts, long[] displacements, int size) {
    oneEach(operation, "counts", counts, size);
    oneEach(operation, "displacements", displacements, size);
    for (int rank = 0; rank < size; rank++) {
      long first = displacements[rank];
      if ((first | counts[rank]) < 0 || counts[rank] > buffer.count() - first) {
        throw new ArmciException(
            Text.format(
                "%s: the part of place %d, %d elements from %d, is not inside %d elements",
                operation.label(), rank, counts[rank], first, buffer.count()));
      }
    }
    return new Parts(counts.clone(), displacements.clone());
  }
}
