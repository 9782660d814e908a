package org.armci4j.collectives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;

/** Holds a started collective and its expected result. */
final class InFlight {
  private final Operation operation;
  private final Sample sample;
  private final int root;
  private final boolean heap;
  private final String what;
  private final long[] expected;
  private final Elements source;
  private final Elements destination;
  private Handle handle;

  /**
   * @param parts see {@link Oracle}
   * @param salt see there
   */
  InFlight(
      Operation operation,
      Sample sample,
      int place,
      int size,
      int parts,
      int root,
      boolean heap,
      long salt) {
    this.operation = operation;
    this.sample = sample;
    this.root = root;
    this.heap = heap;
    this.what =
        Text.format(
            "%s %d of %d %s, root %d, place %d of %d",
            operation, salt, parts, sample, root, place, size);
    Oracle oracle = new Oracle(operation, sample, size, parts, salt);
    this.expected = oracle.result(place, root);
    long[] mine = oracle.input(place);
    boolean receives = operation == Operation.BROADCAST && place != root;
    this.source = elements(receives ? Oracle.untouched(mine.length) : mine);
    this.destination =
        operation == Operation.BROADCAST
            ? source
            : expected == null ? Elements.none() : elements(Oracle.untouched(expected.length));
  }

  private Elements elements(long[] words) {
    MemorySegment segment = MemorySegment.ofArray(words.clone());
    if (!heap) {
      MemorySegment copy = Arena.ofAuto().allocate(8L * words.length + 8, 8);
      MemorySegment.copy(segment, 0, copy, 0, 8L * words.length);
      segment = copy.asSlice(0, 8L * words.length);
    }
    return Elements.of(segment, sample.type);
  }

  void start(CollectiveCalls<Handle> calls) {
    handle = make(calls);
  }

  <R> R make(CollectiveCalls<R> calls) {
    Reduction reduction = sample.reduction();
    return switch (operation) {
      case BARRIER -> calls.barrier();
      case BROADCAST -> calls.broadcast(source, root);
      case REDUCE -> calls.reduce(source, destination, reduction, root);
      case ALLREDUCE -> calls.allreduce(source, destination, reduction);
      case GATHER -> calls.gather(source, destination, root);
      case SCATTER -> calls.scatter(source, destination, root);
      case ALLGATHER -> calls.allgather(source, destination);
      case ALLTOALL -> calls.alltoall(source, destination);
      case REDUCE_SCATTER -> calls.reduceScatter(source, destination, reduction);
      case SCAN -> calls.scan(source, destination, reduction);
      case EXSCAN -> calls.exscan(source, destination, reduction);
    };
  }

  Handle handle() {
    return handle;
  }

  /** Compares the result; call it when the handle is complete. */
  void verify() {
    if (expected != null) {
      assertArrayEquals(expected, OneCall.words(destination), what);
    }
  }

  @Override
  public String toString() {
    return what;
  }
}
