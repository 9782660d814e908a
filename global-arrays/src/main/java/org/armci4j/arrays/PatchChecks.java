package org.armci4j.arrays;

import java.util.Arrays;
import org.armci4j.Accumulation;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/** Checks the arguments of one array's operations before anything moves. */
final class PatchChecks {
  /** What a transfer does with the elements of a patch. */
  enum PatchOperation {
    PUT("put", "nbPut", "source"),
    GET("get", "nbGet", "destination"),
    ACCUMULATE("accumulate", "nbAccumulate", "source");

    private final String blocking;
    private final String nonblocking;
    private final String buffer;

    PatchOperation(String blocking, String nonblocking, String buffer) {
      this.blocking = blocking;
      this.nonblocking = nonblocking;
      this.buffer = buffer;
    }

    /** Returns the name of the method that the caller has called. */
    String method(boolean waits) {
      return waits ? blocking : nonblocking;
    }

    /** Returns the name of the method's argument for the local side. */
    String buffer() {
      return buffer;
    }
  }

  private final String name;
  private final int rank;
  private final Distribution distribution;
  private final ElementKind kind;

  /** Makes elements of bytes. */
  private final int shift;

  PatchChecks(String name, int rank, Distribution distribution, ElementKind kind) {
    this.name = name;
    this.rank = rank;
    this.distribution = distribution;
    this.kind = kind;
    this.shift = Integer.numberOfTrailingZeros(kind.bytes());
  }

  /**
   * Throws unless the local buffer has the type and the elements that a transfer needs.
   *
   * @param pattern which elements of the patch move
   */
  void local(
      String method,
      PatchOperation operation,
      Accumulation sum,
      PatchPattern pattern,
      Patch patch,
      LocalBuffer<?> buffer) {
    type(method, operation.buffer(), buffer);
    inside(method, operation, pattern, patch, buffer);
    if (operation == PatchOperation.GET && buffer.segment().isReadOnly()) {
      throw refusal(method, "the destination is read-only; give one that can be written");
    }
    if (operation == PatchOperation.ACCUMULATE) {
      accumulation(method, sum);
    }
  }

  private void type(String method, String name, LocalBuffer<?> buffer) {
    if (buffer.kind() != null && buffer.kind() != kind.number()) {
      throw refusal(
          method,
          Text.format(
              "the %s is an array of %s, and the elements are %ss",
              name, buffer.kind().label(), kind.label()));
    }
  }

  /** Throws unless a list names elements that are inside the array. */
  void list(String method, long[] indices) {
    int dimensions = distribution.dimensions();
    if (indices.length % dimensions != 0) {
      throw refusal(
          method,
          Text.format(
              "%d indices are no whole number of elements of %d dimensions",
              indices.length, dimensions));
    }
    for (int d = 0; d < dimensions; d++) {
      long extent = distribution.extent(d);
      for (int i = d; i < indices.length; i += dimensions) {
        if (indices[i] < 0 || indices[i] >= extent) {
          element(method, Arrays.copyOfRange(indices, i - d, i - d + dimensions));
        }
      }
    }
  }

  /** Throws unless a Java array has an element for each of a list, or one for all. */
  void source(String method, String name, long[] indices, LocalBuffer<?> source) {
    type(method, name, source);
    if (source.sizeBytes() != kind.bytes()) {
      destination(method, name, indices, source);
    }
  }

  /** Throws unless a Java array has an element for each of a list. */
  void destination(String method, String name, long[] indices, LocalBuffer<?> destination) {
    type(method, name, destination);
    long length = destination.sizeBytes() >> shift;
    int count = indices.length / distribution.dimensions();
    if (count > length) {
      throw refusal(
          method,
          Text.format(
              "a list of %d elements is not inside the %s, which has %d", count, name, length));
    }
  }

  /** Throws unless the elements have such a sum. */
  void accumulation(String operation, Accumulation sum) {
    if (kind.sum() == null) {
      throw refusal(
          operation, kind.label() + "s cannot be accumulated; use an array of int or long");
    }
    if (sum.code() != kind.sum().code()) {
      throw refusal(
          operation, Text.format("the elements are %ss, which %s does not add", kind.label(), sum));
    }
  }

  /** Throws unless the patch is inside the array. */
  void patch(String operation, Patch patch) {
    dimensions(operation, patch);
    int outside = distribution.firstOutside(patch);
    if (outside < 0) {
      return;
    }
    throw refusal(
        operation,
        Text.format(
            "patch %s is outside: dimension %d has the indices 0 to %d",
            patch, outside, distribution.extent(outside) - 1));
  }

  /** Throws unless the patch has as many dimensions as the array. */
  void dimensions(String operation, Patch patch) {
    int dimensions = distribution.dimensions();
    if (patch.dimensions() != dimensions) {
      throw refusal(
          operation,
          Text.format(
              "patch %s has %d dimensions, and the array has %d",
              patch, patch.dimensions(), dimensions));
    }
  }

  /** Throws unless the patch has elements of the array, as the pattern reads its indices. */
  void patch(String method, PatchOperation operation, PatchPattern pattern, Patch patch) {
    if (pattern.isPeriodic()) {
      periodic(method, operation, patch);
    } else {
      patch(method, patch);
    }
  }

  private void periodic(String method, PatchOperation operation, Patch patch) {
    dimensions(method, patch);
    for (int d = 0; operation == PatchOperation.PUT && d < patch.dimensions(); d++) {
      if (patch.extent(d) > distribution.extent(d)) {
        throw refusal(
            method,
            Text.format(
                "patch %s has %d indices in dimension %d, and a put writes each of the array's %d"
                    + " there once; give a patch of at most that size",
                patch, patch.extent(d), d, distribution.extent(d)));
      }
    }
  }

  /** Throws unless there is a distance of indices, 1 or more, for each dimension. */
  void steps(String operation, long[] steps) {
    requireCount(operation, "steps", Arrays.toString(steps), steps.length);
    for (int d = 0; d < steps.length; d++) {
      if (steps[d] < 1) {
        throw refusal(
            operation,
            Text.format(
                "the step of dimension %d is %d; give 1 for all indices, or more", d, steps[d]));
      }
    }
  }

  /** Throws unless there is no direction of ghosts, or one that the array has. */
  void direction(String operation, int[] direction) {
    if (direction.length == 0) {
      return;
    }
    requireCount(operation, "direction", Arrays.toString(direction), direction.length);
    boolean leaves = false;
    for (int d = 0; d < direction.length; d++) {
      if (direction[d] < -1 || direction[d] > 1) {
        throw refusal(
            operation,
            Text.format(
                "direction %s has %d in dimension %d; give -1, 0 or 1",
                Arrays.toString(direction), direction[d], d));
      }
      leaves |= direction[d] != 0;
    }
    if (!leaves) {
      throw refusal(
          operation,
          Text.format(
              "direction %s is that of the block itself; give -1 or 1 in a dimension",
              Arrays.toString(direction)));
    }
  }

  private void requireCount(String operation, String what, String given, int count) {
    int dimensions = distribution.dimensions();
    if (count != dimensions) {
      throw refusal(
          operation,
          Text.format(
              "%s %s: %d numbers, and the array has %d dimensions",
              what, given, count, dimensions));
    }
  }

  /** Throws unless the element is inside the array. */
  void element(String operation, long[] index) {
    int dimensions = distribution.dimensions();
    if (index.length != dimensions) {
      throw refusal(
          operation,
          Text.format(
              "element %s has %d indices, and the array has %d dimensions",
              Arrays.toString(index), index.length, dimensions));
    }
    for (int d = 0; d < dimensions; d++) {
      if (!distribution.contains(d, index[d])) {
        throw refusal(
            operation,
            Text.format(
                "element %s is outside: dimension %d has the indices 0 to %d",
                Arrays.toString(index), d, distribution.extent(d) - 1));
      }
    }
  }

  /** Throws unless an array of 1 dimension has the element. */
  void element(String operation, long index) {
    if (distribution.dimensions() != 1 || !distribution.contains(0, index)) {
      element(operation, new long[] {index});
    }
  }

  /** Throws unless an array of 2 dimensions has the element. */
  void element(String operation, long row, long column) {
    if (distribution.dimensions() != 2
        || !distribution.contains(0, row)
        || !distribution.contains(1, column)) {
      element(operation, new long[] {row, column});
    }
  }

  /** Throws unless an array of 3 dimensions has the element. */
  void element(String operation, long i, long j, long k) {
    if (distribution.dimensions() != 3
        || !distribution.contains(0, i)
        || !distribution.contains(1, j)
        || !distribution.contains(2, k)) {
      element(operation, new long[] {i, j, k});
    }
  }

  /** Throws unless the elements of the patch are inside the local buffer. */
  private void inside(
      String method,
      PatchOperation operation,
      PatchPattern pattern,
      Patch patch,
      LocalBuffer<?> buffer) {
    int dimensions = distribution.dimensions();
    boolean dense = buffer.isDense();
    if (!dense && buffer.leadingCount() != dimensions - 1) {
      throw refusal(
          method,
          Text.format(
              "the %s has %d leading dimensions; an array of %d dimensions has %d",
              operation.buffer(), buffer.leadingCount(), dimensions, dimensions - 1));
    }
    for (int d = 1; !dense && d < dimensions; d++) {
      long count = pattern.count(d, patch.extent(d));
      if (buffer.leading(d) < count) {
        throw refusal(
            method,
            Text.format(
                "patch %s has %d indices in dimension %d, and the leading dimension there is %d",
                patch, count, d, buffer.leading(d)));
      }
    }
    long length = buffer.sizeBytes() >> shift;
    if (!patch.isEmpty() && end(pattern, patch, buffer) > length) {
      throw refusal(
          method,
          Text.format(
              "patch %s is not inside the %s, which has %d elements: %s",
              patch, operation.buffer(), length, buffer));
    }
  }

  /** Returns the element behind the last one in the local buffer. */
  private static long end(PatchPattern pattern, Patch patch, LocalBuffer<?> buffer) {
    try {
      long end = buffer.from();
      long step = 1;
      for (int d = patch.dimensions() - 1; d >= 0; d--) {
        long count = pattern.count(d, patch.extent(d));
        end = Math.addExact(end, Math.multiplyExact(count - 1, step));
        if (d > 0) {
          step = Math.multiplyExact(step, buffer.isDense() ? count : buffer.leading(d));
        }
      }
      return Math.addExact(end, 1);
    } catch (ArithmeticException _) {
      return Long.MAX_VALUE; // no buffer is that long
    }
  }

  /** Returns the exception that refuses an operation on the array. */
  ArmciException refusal(String operation, String reason) {
    return new ArmciException(place(operation) + ": " + reason);
  }

  /** Returns the beginning of a message: the operation, the rank and the array. */
  String place(String operation) {
    return Text.format("%s by rank %d on array %s", operation, rank, name);
  }
}
