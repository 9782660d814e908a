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

    /** Returns the name of the method for lists of elements. */
    String ofElements() {
      return blocking + "Elements";
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

  PatchChecks(String name, int rank, Distribution distribution, ElementKind kind) {
    this.name = name;
    this.rank = rank;
    this.distribution = distribution;
    this.kind = kind;
  }

  /** Throws unless the patch is inside the array and the elements are inside the local buffer. */
  void transfer(
      PatchOperation operation,
      boolean waits,
      Accumulation sum,
      Patch patch,
      LocalBuffer<?> buffer) {
    String method = operation.method(waits);
    patch(method, patch);
    type(method, operation, buffer);
    local(method, operation, patch, buffer);
    if (operation == PatchOperation.GET && buffer.segment().isReadOnly()) {
      throw refusal(method, "the destination is read-only; give one that can be written");
    }
    if (operation == PatchOperation.ACCUMULATE) {
      accumulation(method, sum);
    }
  }

  private void type(String method, PatchOperation operation, LocalBuffer<?> buffer) {
    if (buffer.kind() != null && buffer.kind() != kind) {
      throw refusal(
          method,
          Text.format(
              "the %s is an array of %s, and the elements are %ss",
              operation.buffer(), buffer.kind().label(), kind.label()));
    }
  }

  /** Throws unless all elements of a list are inside the array and the local buffer. */
  void elements(PatchOperation operation, long[] indices, LocalBuffer<?> buffer) {
    String method = operation.ofElements();
    int dimensions = distribution.dimensions();
    if (indices.length % dimensions != 0) {
      throw refusal(
          method,
          Text.format(
              "%d indices are no whole number of elements of %d dimensions",
              indices.length, dimensions));
    }
    type(method, operation, buffer);
    long length = buffer.segment().byteSize() / kind.bytes();
    if (indices.length / dimensions > length) {
      throw refusal(
          method,
          Text.format(
              "a list of %d elements is not inside the %s, which has %d",
              indices.length / dimensions, operation.buffer(), length));
    }
    if (operation == PatchOperation.ACCUMULATE) {
      accumulation(method, kind.sum());
    }
    for (int i = 0; i < indices.length; i++) {
      if (indices[i] < 0 || indices[i] >= distribution.extent(i % dimensions)) {
        int first = i - i % dimensions;
        element(method, Arrays.copyOfRange(indices, first, first + dimensions));
      }
    }
  }

  private void accumulation(String operation, Accumulation sum) {
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
    int outside = distribution.firstOutside(patch);
    if (outside < 0) {
      return;
    }
    int dimensions = distribution.dimensions();
    if (outside == dimensions) {
      throw refusal(
          operation,
          Text.format(
              "patch %s has %d dimensions, and the array has %d",
              patch, patch.dimensions(), dimensions));
    }
    throw refusal(
        operation,
        Text.format(
            "patch %s is outside: dimension %d has the indices 0 to %d",
            patch, outside, distribution.extent(outside) - 1));
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
      if (index[d] < 0 || index[d] >= distribution.extent(d)) {
        throw refusal(
            operation,
            Text.format(
                "element %s is outside: dimension %d has the indices 0 to %d",
                Arrays.toString(index), d, distribution.extent(d) - 1));
      }
    }
  }

  /** Throws unless the elements of the patch are inside the local buffer. */
  private void local(String method, PatchOperation operation, Patch patch, LocalBuffer<?> buffer) {
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
      if (buffer.leading(d) < patch.extent(d)) {
        throw refusal(
            method,
            Text.format(
                "patch %s has %d indices in dimension %d, and the leading dimension there is %d",
                patch, patch.extent(d), d, buffer.leading(d)));
      }
    }
    long length = buffer.segment().byteSize() / kind.bytes();
    if (!patch.isEmpty() && end(patch, buffer) > length) {
      throw refusal(
          method,
          Text.format(
              "patch %s is not inside the %s, which has %d elements: %s",
              patch, operation.buffer(), length, buffer));
    }
  }

  /** Returns the element behind the last one in the local buffer. */
  private static long end(Patch patch, LocalBuffer<?> buffer) {
    try {
      long end = buffer.from();
      long step = 1;
      for (int d = patch.dimensions() - 1; d >= 0; d--) {
        end = Math.addExact(end, Math.multiplyExact(patch.extent(d) - 1, step));
        if (d > 0) {
          long extent = buffer.isDense() ? patch.extent(d) : buffer.leading(d);
          step = Math.multiplyExact(step, extent);
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
