package org.armci4j.arrays;

import org.armci4j.AtomicUpdate;
import org.armci4j.ElementBlock;
import org.armci4j.strided.ElementBatch;

/** Updates the elements of lists by the batches of blocks. For one thread at a time. */
final class ElementUpdates<A> {
  private final GlobalArray<A> array;
  private final ElementBatch<A> batch;
  private int[] ranks = {};
  private long[] places = {};

  ElementUpdates(GlobalArray<A> array, ElementBlock<A> view) {
    this.array = array;
    this.batch = ElementBatch.of(array.home().armci(), view);
  }

  /**
   * Updates elements that are inside the array.
   *
   * @param source an operand for each element
   * @param destination receives the previous values
   */
  void run(AtomicUpdate update, long[] indices, A source, A destination) {
    int count = indices.length / array.dimensions();
    if (ranks.length < count) {
      ranks = new int[count];
      places = new long[count];
    }
    array.layout().locate(indices, 0, count, ranks, places);
    int[] members = array.home().ranks();
    int bytes = array.layout().elementBytes();
    for (int i = 0; i < count; i++) {
      ranks[i] = members[ranks[i]]; // from the group's to the job's
      places[i] /= bytes;
    }
    batch.update(update, ranks, places, source, destination, count);
  }

  /** Returns the view of a block whose elements have atomic updates, or null where none have. */
  static ElementBlock<?> view(GlobalArray<?> array) {
    int rank = array.home().ranks()[0]; // which always has a block
    return switch (array.parts().kind()) {
      case INT -> array.memory().ints(rank);
      case LONG -> array.memory().longs(rank);
      case FLOAT -> array.memory().floats(rank);
      case DOUBLE -> array.memory().doubles(rank);
      case BYTE, COMPLEX_FLOAT, COMPLEX_DOUBLE -> null;
    };
  }
}
