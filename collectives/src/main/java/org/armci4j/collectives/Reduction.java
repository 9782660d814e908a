package org.armci4j.collectives;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.armci4j.bootstrap.Printable;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.kernel.loops.Operator;

/**
 * How the elements of all ranks become one. Integers wrap on overflow. The logical ones take zero
 * for false and give 0 or 1. Smallest and largest of floating point are those of {@link
 * Math#min(double, double)} and {@link Math#max(double, double)}. A floating-point result that is
 * no number has the bits of {@link Double#NaN} or {@link Float#NaN} on every rank, whatever NaNs
 * the operands were; a single operand, as of the first rank of a scan, is copied as it is.
 *
 * <p>Source: MPI 4.1, section 6.9.2, and 6.9.4 for the pairs of value and index.
 */
public final class Reduction {
  /** The sum. */
  public static final Reduction SUM = new Reduction(Operator.SUM);

  /** The product. */
  public static final Reduction PRODUCT = new Reduction(Operator.PRODUCT);

  /** The smallest value. */
  public static final Reduction MIN = new Reduction(Operator.MIN);

  /** The largest value. */
  public static final Reduction MAX = new Reduction(Operator.MAX);

  /**
   * Of indexed elements the one with the smallest value, of equal ones that of lowest index. As
   * with {@link Math#min(double, double)} a NaN is chosen before any number, and −0.0 before 0.0;
   * all NaNs are equal.
   */
  public static final Reduction MIN_LOC = new Reduction(Operator.MIN_LOC);

  /**
   * Of indexed elements the one with the largest value, of equal ones that of lowest index. As with
   * {@link Math#max(double, double)} a NaN is chosen before any number, and 0.0 before −0.0; all
   * NaNs are equal.
   */
  public static final Reduction MAX_LOC = new Reduction(Operator.MAX_LOC);

  /** Whether all are true. */
  public static final Reduction LOGICAL_AND = new Reduction(Operator.LOGICAL_AND);

  /** Whether any is true. */
  public static final Reduction LOGICAL_OR = new Reduction(Operator.LOGICAL_OR);

  /** Whether an odd number is true. */
  public static final Reduction LOGICAL_XOR = new Reduction(Operator.LOGICAL_XOR);

  /** Bit by bit and. */
  public static final Reduction BITWISE_AND = new Reduction(Operator.BITWISE_AND);

  /** Bit by bit inclusive or. */
  public static final Reduction BITWISE_OR = new Reduction(Operator.BITWISE_OR);

  /** Bit by bit exclusive or. */
  public static final Reduction BITWISE_XOR = new Reduction(Operator.BITWISE_XOR);

  private final String name;
  private final boolean commutative;
  private final Operator operator;
  private final ElementType only;
  private final Map<ElementType, Combiner> combiners = new EnumMap<>(ElementType.class);

  private Reduction(Operator operator) {
    this.name = operator.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    this.commutative = true;
    this.operator = operator;
    this.only = null;
    for (ElementType type : ElementType.values()) {
      if (type.element() != null && operator.takes(type.element())) {
        combiners.put(type, new LoopCombiner(operator, type));
      }
    }
  }

  private Reduction(String name, ElementType type, boolean commutative, Combiner combiner) {
    this.name = name;
    this.commutative = commutative;
    this.operator = null;
    this.only = type;
    combiners.put(type, combiner);
  }

  /**
   * Returns a reduction of the user's own. It must be associative, up to rounding. Results that
   * aren't numbers have the bits that the combiner writes: {@link Double#doubleToLongBits} makes
   * them the same on every rank.
   *
   * @param name for messages; the same on every rank
   * @param type of the elements that it takes
   * @param commutative whether the order of operands makes no difference but to rounding
   * @param combiner does it
   * @return to be passed to the collectives, by every rank the same
   * @throws NullPointerException when an argument is null
   */
  public static Reduction of(
      String name, ElementType type, boolean commutative, Combiner combiner) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(combiner, "combiner");
    return new Reduction(Printable.line(name), type, commutative, combiner);
  }

  /**
   * Its name.
   *
   * @return such as {@code sum}
   */
  public String name() {
    return name;
  }

  /**
   * Returns whether the order of operands makes no difference but to rounding.
   *
   * @return true for all but some of the user's own
   */
  public boolean isCommutative() {
    return commutative;
  }

  /**
   * Returns whether no order and no bracketing of the operands changes a bit of the result.
   *
   * @param type of the elements
   * @return true for integers, and for smallest and largest
   */
  public boolean isExact(ElementType type) {
    Objects.requireNonNull(type, "type");
    return operator != null && (type.isInteger() || operator.selects());
  }

  /**
   * Returns what does the work for a type.
   *
   * @param type of the elements
   * @return the inner loop
   * @throws ArmciException when this reduction does not take elements of that type
   */
  public Combiner combiner(ElementType type) {
    Combiner combiner = combiners.get(Objects.requireNonNull(type, "type"));
    if (combiner == null) {
      throw new ArmciException(
          Text.format(
              "reduction '%s' does not take elements of type %s%s",
              name, type, only == null ? "" : ", only " + only));
    }
    return combiner;
  }

  @Override
  public String toString() {
    return name;
  }
}
