package org.armci4j.collectives.algorithm;

import org.armci4j.collectives.Operation;

/**
 * Keeps the shapes of a rank's latest calls, so that repeated calls allocate none. It is a table
 * with one place for each value of a hash; a new shape replaces the one in its place.
 */
public final class ShapeCache {
  /** Size of the table, a power of two. */
  private static final int PLACES = 64;

  private final Shape[] kept = new Shape[PLACES];
  private final int place;
  private final int size;

  public ShapeCache(int place, int size) {
    this.place = place;
    this.size = size;
  }

  /** Returns the shape of a call with equal parts. */
  public Shape of(Operation operation, int root, long count, int elementBytes) {
    int hash =
        (Long.hashCode(count) * 31 + root) * 31 + operation.name().hashCode() * 7 + elementBytes;
    int index = (hash ^ hash >>> 6 ^ hash >>> 12 ^ hash >>> 18) & (PLACES - 1);
    Shape shape = kept[index];
    if (shape == null
        || shape.operation() != operation
        || shape.root() != root
        || shape.count() != count
        || shape.elementBytes() != elementBytes) {
      shape = new Shape(operation, place, size, root, count, elementBytes);
      kept[index] = shape;
    }
    return shape;
  }
}
