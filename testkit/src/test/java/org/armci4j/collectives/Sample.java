package org.armci4j.collectives;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.util.SplittableRandom;

/** Names a kind of elements with a reduction whose result is known to the bit. */
enum Sample {
  /** Sums of longs: exact in any order. */
  LONGS(ElementType.LONG, 1) {
    @Override
    long[] combine(long[] a, long[] b) {
      long[] c = a.clone();
      for (int i = 0; i < c.length; i++) {
        c[i] += b[i];
      }
      return c;
    }
  },
  /** Sums of doubles of very different size: the last bits tell the order. */
  DOUBLES(ElementType.DOUBLE, 1) {
    @Override
    long element(SplittableRandom random) {
      return Double.doubleToRawLongBits(
          random.nextDouble(-1, 1) * Powers.OF_TEN[random.nextInt(Powers.OF_TEN.length)]);
    }

    @Override
    long[] combine(long[] a, long[] b) {
      long[] c = a.clone();
      for (int i = 0; i < c.length; i++) {
        double sum = Double.longBitsToDouble(a[i]) + Double.longBitsToDouble(b[i]);
        c[i] = Double.doubleToRawLongBits(sum);
      }
      return c;
    }
  },
  /** Maps x → p·x + q, one after the other: exact, and the order of operands counts. */
  MAPS(ElementType.INDEXED_LONG, 2) {
    @Override
    Reduction reduction() {
      return Maps.COMPOSITION;
    }

    @Override
    long[] combine(long[] a, long[] b) {
      long[] c = a.clone();
      for (int i = 0; i < c.length; i += 2) {
        c[i] = a[i] * b[i];
        c[i + 1] = a[i] * b[i + 1] + a[i + 1];
      }
      return c;
    }
  },
  /** Sums of complex numbers whose parts are small and whole: exact in any order. */
  COMPLEX(ElementType.COMPLEX_DOUBLE, 2) {
    @Override
    long element(SplittableRandom random) {
      return Double.doubleToRawLongBits(random.nextInt(1, 1000));
    }

    @Override
    long[] combine(long[] a, long[] b) {
      return DOUBLES.combine(a, b);
    }
  },
  /** The largest of pairs of few values and an index; the lowest index of equal values. */
  LOCATIONS(ElementType.INDEXED_LONG, 2) {
    @Override
    Reduction reduction() {
      return Reduction.MAX_LOC;
    }

    @Override
    long element(SplittableRandom random) {
      return random.nextLong(-2, 3);
    }

    @Override
    long[] combine(long[] a, long[] b) {
      long[] c = a.clone();
      for (int i = 0; i < c.length; i += 2) {
        if (b[i] > a[i] || (b[i] == a[i] && b[i + 1] < a[i + 1])) {
          c[i] = b[i];
          c[i + 1] = b[i + 1];
        }
      }
      return c;
    }
  };

  final ElementType type;
  final int words;

  Sample(ElementType type, int words) {
    this.type = type;
    this.words = words;
  }

  Reduction reduction() {
    return Reduction.SUM;
  }

  abstract long[] combine(long[] a, long[] b);

  long element(SplittableRandom random) {
    return random.nextLong();
  }

  /** Returns elements of a rank in a round. */
  long[] elements(int rank, int count, long salt) {
    SplittableRandom random = new SplittableRandom(31 * salt + rank);
    long[] elements = new long[count * words];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = element(random);
    }
    return elements;
  }

  private static final class Powers {
    static final double[] OF_TEN = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
  }

  /** Lies outside the enum, whose initialisation needs it. */
  private static final class Maps {
    static final Reduction COMPOSITION = composition();
  }

  private static Reduction composition() {
    return Reduction.of(
        "composition",
        ElementType.INDEXED_LONG,
        false,
        (left, l, right, r, result, to, count) -> {
          for (long i = 0; i < 16 * count; i += 16) {
            long a = left.get(JAVA_LONG_UNALIGNED, l + i);
            long b = left.get(JAVA_LONG_UNALIGNED, l + i + 8);
            long c = right.get(JAVA_LONG_UNALIGNED, r + i);
            long d = right.get(JAVA_LONG_UNALIGNED, r + i + 8);
            result.set(JAVA_LONG_UNALIGNED, to + i, a * c);
            result.set(JAVA_LONG_UNALIGNED, to + i + 8, a * d + b);
          }
        });
  }
}
