package org.armci4j.arrays;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.AtomicUpdate;
import org.armci4j.arrays.PatchChecks.PatchOperation;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.strided.IndexedTransfers;
import org.armci4j.transport.WordChange;

/**
 * Checks the arguments of an array's operations on lists of elements, and starts the operations.
 *
 * @param <A> the type of Java arrays of such elements
 */
final class CheckedLists<A> {
  private final GlobalArray<A> array;
  private final ElementLists lists;
  private final KnownBuffer<A> expectations = new KnownBuffer<>("expected");

  CheckedLists(GlobalArray<A> array, ElementLists lists) {
    this.array = array;
    this.lists = lists;
  }

  void get(long[] indices, A destination) {
    requireList("getElements", indices);
    LocalBuffer<A> local = array.destinations().of(destination);
    array.checks().destination("getElements", "destination", indices, local);
    lists.move(PatchOperation.GET, null, indices, local.segment());
  }

  void put(long[] indices, A source) {
    requireList("putElements", indices);
    LocalBuffer<A> local = array.sources().of(source);
    array.checks().source("putElements", "source", indices, local);
    lists.move(PatchOperation.PUT, null, indices, local.segment());
  }

  void accumulate(long[] indices, A source) {
    requireList("accumulateElements", indices);
    LocalBuffer<A> local = array.sources().of(source);
    array.checks().source("accumulateElements", "source", indices, local);
    array.checks().accumulation("accumulateElements", array.plainSum());
    lists.move(PatchOperation.ACCUMULATE, array.plainSum(), indices, local.segment());
  }

  void update(AtomicUpdate update, long[] indices, A source, A destination) {
    Objects.requireNonNull(update, "update");
    requireList("updateElements", indices);
    WordChange change = IndexedTransfers.change(update, array.parts().kind().isFloating());
    if (change == null) {
      throw array.refusal(
          "updateElements", "there is no " + update + " of floating-point elements");
    }
    MemorySegment operands = operands("updateElements", "source", indices, array.sources(), source);
    MemorySegment results = results("updateElements", indices, destination);
    lists.update(change, indices, operands, results);
  }

  /** Replaces elements that hold the expected values. */
  void compareAndSwap(long[] indices, A expected, A source, A destination) {
    String operation = "compareAndSwapElements";
    requireList(operation, indices);
    MemorySegment old = operands(operation, "expected", indices, expectations, expected);
    MemorySegment values = operands(operation, "source", indices, array.sources(), source);
    MemorySegment results = results(operation, indices, destination);
    lists.compareAndSwap(indices, old, values, results);
  }

  private void requireList(String operation, long[] indices) {
    Objects.requireNonNull(indices, "indices");
    array.requireOpen(operation);
    array.checks().list(operation, indices);
  }

  /** Returns the operands of atomic updates as memory. */
  private MemorySegment operands(
      String operation, String name, long[] indices, KnownBuffer<A> known, A operands) {
    ElementKind kind = array.parts().kind();
    if (!kind.isAtomic()) {
      throw array.refusal(
          operation,
          kind.label() + "s have no atomic updates; use an array of int, long, float or double");
    }
    LocalBuffer<A> local = known.of(operands);
    array.checks().source(operation, name, indices, local);
    return local.segment();
  }

  private MemorySegment results(String operation, long[] indices, A destination) {
    LocalBuffer<A> local = array.destinations().of(destination);
    array.checks().destination(operation, "destination", indices, local);
    return local.segment();
  }
}
