package org.armci4j.arrays;

import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/** The blocks of a rank, each made when it is asked for. */
final class BlockList<T> extends AbstractList<T> implements RandomAccess {
  private final int size;
  private final IntFunction<T> maker;

  private BlockList(int size, IntFunction<T> maker) {
    this.size = size;
    this.maker = maker;
  }

  static <T> BlockList<T> of(int size, IntFunction<T> maker) {
    return new BlockList<>(size, maker);
  }

  @Override
  public T get(int index) {
    return maker.apply(Objects.checkIndex(index, size));
  }

  @Override
  public int size() {
    return size;
  }
}
