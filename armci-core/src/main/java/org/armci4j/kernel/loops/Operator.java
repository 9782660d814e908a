package org.armci4j.kernel.loops;

/**
 * Operators on two elements, for each type of number that they take. A loop knows its operator as a
 * constant, so the JIT inlines the one method that the loop needs.
 *
 * <p>Integers wrap on overflow. The logical operators take zero for false and return 0 or 1.
 * Smallest and largest of floating point are those of {@link Math#min(double, double)} and {@link
 * Math#max(double, double)}, also beside an index; there all NaNs are equal.
 */
public enum Operator {
  /** The left element and a multiple of the right one: the product is rounded, then the sum. */
  SCALED_SUM,
  /** The sum. */
  SUM {
    @Override
    int apply(int left, int right) {
      return left + right;
    }

    @Override
    long apply(long left, long right) {
      return left + right;
    }

    @Override
    float apply(float left, float right) {
      return left + right;
    }

    @Override
    double apply(double left, double right) {
      return left + right;
    }
  },
  /** The product; of complex numbers too. */
  PRODUCT {
    @Override
    int apply(int left, int right) {
      return left * right;
    }

    @Override
    long apply(long left, long right) {
      return left * right;
    }

    @Override
    float apply(float left, float right) {
      return left * right;
    }

    @Override
    double apply(double left, double right) {
      return left * right;
    }
  },
  /** The smallest. */
  MIN {
    @Override
    int apply(int left, int right) {
      return Math.min(left, right);
    }

    @Override
    long apply(long left, long right) {
      return Math.min(left, right);
    }

    @Override
    float apply(float left, float right) {
      return Math.min(left, right);
    }

    @Override
    double apply(double left, double right) {
      return Math.min(left, right);
    }
  },
  /** The largest. */
  MAX {
    @Override
    int apply(int left, int right) {
      return Math.max(left, right);
    }

    @Override
    long apply(long left, long right) {
      return Math.max(left, right);
    }

    @Override
    float apply(float left, float right) {
      return Math.max(left, right);
    }

    @Override
    double apply(double left, double right) {
      return Math.max(left, right);
    }
  },
  /** Of indexed elements the one with the smallest value; of equal values the lowest index. */
  MIN_LOC,
  /** Of indexed elements the one with the largest value; of equal values the lowest index. */
  MAX_LOC,
  /** Whether both are true. */
  LOGICAL_AND {
    @Override
    int apply(int left, int right) {
      return left != 0 && right != 0 ? 1 : 0;
    }

    @Override
    long apply(long left, long right) {
      return left != 0 && right != 0 ? 1 : 0;
    }
  },
  /** Whether at least one is true. */
  LOGICAL_OR {
    @Override
    int apply(int left, int right) {
      return left != 0 || right != 0 ? 1 : 0;
    }

    @Override
    long apply(long left, long right) {
      return left != 0 || right != 0 ? 1 : 0;
    }
  },
  /** Whether exactly one is true. */
  LOGICAL_XOR {
    @Override
    int apply(int left, int right) {
      return (left != 0) != (right != 0) ? 1 : 0;
    }

    @Override
    long apply(long left, long right) {
      return (left != 0) != (right != 0) ? 1 : 0;
    }
  },
  /** Bit by bit and. */
  BITWISE_AND {
    @Override
    int apply(int left, int right) {
      return left & right;
    }

    @Override
    long apply(long left, long right) {
      return left & right;
    }
  },
  /** Bit by bit inclusive or. */
  BITWISE_OR {
    @Override
    int apply(int left, int right) {
      return left | right;
    }

    @Override
    long apply(long left, long right) {
      return left | right;
    }
  },
  /** Bit by bit exclusive or. */
  BITWISE_XOR {
    @Override
    int apply(int left, int right) {
      return left ^ right;
    }

    @Override
    long apply(long left, long right) {
      return left ^ right;
    }
  };

  /** Returns whether the result is one of the operands, so that there is no rounding. */
  public boolean selects() {
    return switch (this) {
      case MIN, MAX, MIN_LOC, MAX_LOC -> true;
      case SCALED_SUM, SUM, PRODUCT -> false;
      case LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR, BITWISE_AND, BITWISE_OR, BITWISE_XOR -> false;
    };
  }

  /** Returns whether the operator has a meaning for elements of a type. */
  public boolean takes(Element element) {
    if (element.isIndexed()) {
      return this == MIN_LOC || this == MAX_LOC;
    }
    return switch (this) {
      case SCALED_SUM, SUM, PRODUCT -> true;
      case MIN, MAX -> !element.isComplex();
      case MIN_LOC, MAX_LOC -> false;
      case LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR, BITWISE_AND, BITWISE_OR, BITWISE_XOR ->
          element.isInteger();
    };
  }

  int apply(int left, int right) {
    throw new UnsupportedOperationException(this + " of int");
  }

  long apply(long left, long right) {
    throw new UnsupportedOperationException(this + " of long");
  }

  float apply(float left, float right) {
    throw new UnsupportedOperationException(this + " of float");
  }

  double apply(double left, double right) {
    throw new UnsupportedOperationException(this + " of double");
  }
}
