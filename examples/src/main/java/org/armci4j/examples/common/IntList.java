package org.armci4j.examples.common;

import java.util.Arrays;

/** A list of {@code int} that grows. */
public final class IntList {
  private int[] items = new int[16];
  private int size;

  /**
   * Returns the number of items.
   *
   * @return the size
   */
  public int size() {
    return size;
  }

  /**
   * Returns an item.
   *
   * @param index from 0 to {@code size() - 1}
   * @return the item
   */
  public int get(int index) {
    return items[index];
  }

  /**
   * Appends an item.
   *
   * @param item the item
   */
  public void add(int item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, 2 * size);
    }
    items[size++] = item;
  }

  /** Removes all items and keeps their room. */
  public void clear() {
    size = 0;
  }
}
