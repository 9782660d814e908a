package org.armci4j.arrays;

import java.util.List;

/**
 * Operations on single elements, whatever the type of the elements. Arrays of 1 to 3 dimensions
 * have two forms of each; elements with an even first index take the one that names their indices.
 */
final class ElementCalls {
  private ElementCalls() {}

  private static int named(long[] index) {
    return index[0] % 2 == 0 ? index.length : 0;
  }

  static void put(GlobalArray<?> array, int value, long[] index) {
    switch (array) {
      case ComplexArray<?> numbers -> numbers.put(PlainArray.complex(value), index);
      case FloatingArray<?> numbers -> {
        switch (named(index)) {
          case 1 -> numbers.put((double) value, index[0]);
          case 2 -> numbers.put((double) value, index[0], index[1]);
          case 3 -> numbers.put((double) value, index[0], index[1], index[2]);
          default -> numbers.put((double) value, index);
        }
      }
      case IntegralArray<?> numbers -> {
        switch (named(index)) {
          case 1 -> numbers.put(value, index[0]);
          case 2 -> numbers.put(value, index[0], index[1]);
          case 3 -> numbers.put(value, index[0], index[1], index[2]);
          default -> numbers.put(value, index);
        }
      }
    }
  }

  static long get(GlobalArray<?> array, long[] index) {
    return switch (array) {
      case ComplexArray<?> numbers -> (long) numbers.get(index).real();
      case FloatingArray<?> numbers ->
          (long)
              switch (named(index)) {
                case 1 -> numbers.get(index[0]);
                case 2 -> numbers.get(index[0], index[1]);
                case 3 -> numbers.get(index[0], index[1], index[2]);
                default -> numbers.get(index);
              };
      case IntegralArray<?> numbers ->
          switch (named(index)) {
            case 1 -> numbers.get(index[0]);
            case 2 -> numbers.get(index[0], index[1]);
            case 3 -> numbers.get(index[0], index[1], index[2]);
            default -> numbers.get(index);
          };
    };
  }

  /** Returns an element of the own block, or of its ghosts. */
  static long inView(GlobalArray<?> array, long[] index) {
    return inView(array.view(), index);
  }

  static long inView(BlockView view, long[] index) {
    return switch (view) {
      case FloatingView numbers -> (long) numbers.get(index);
      case IntegralView numbers -> numbers.get(index);
      case ComplexView numbers -> (long) numbers.get(index).real();
    };
  }

  /** Returns the blocks of a rank of the group. */
  static List<? extends BlockView> blocks(GlobalArray<?> array, int member) {
    return switch (array) {
      case FloatingArray<?> numbers -> numbers.blocks(member);
      case IntegralArray<?> numbers -> numbers.blocks(member);
      case ComplexArray<?> numbers -> numbers.blocks(member);
    };
  }

  static long fetchAndAdd(GlobalArray<?> array, int delta, long[] index) {
    return switch (array) {
      case ComplexArray<?> _ -> throw new IllegalArgumentException("complex");
      case FloatingArray<?> numbers ->
          (long)
              switch (named(index)) {
                case 1 -> numbers.fetchAndAdd((double) delta, index[0]);
                case 2 -> numbers.fetchAndAdd((double) delta, index[0], index[1]);
                case 3 -> numbers.fetchAndAdd((double) delta, index[0], index[1], index[2]);
                default -> numbers.fetchAndAdd((double) delta, index);
              };
      case IntegralArray<?> numbers ->
          switch (named(index)) {
            case 1 -> numbers.fetchAndAdd(delta, index[0]);
            case 2 -> numbers.fetchAndAdd(delta, index[0], index[1]);
            case 3 -> numbers.fetchAndAdd(delta, index[0], index[1], index[2]);
            default -> numbers.fetchAndAdd(delta, index);
          };
    };
  }
}
