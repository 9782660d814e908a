package org.armci4j.arrays;

/** Names what a product of complex matrices does with a factor before it multiplies. */
public enum FactorForm {
  /** The matrix itself. */
  AS_IT_IS(""),
  /** The transposed matrix. */
  TRANSPOSED(" transposed"),
  /** The transposed matrix of conjugate elements. */
  ADJOINT(" conjugated and transposed");

  private final String suffix;

  FactorForm(String suffix) {
    this.suffix = suffix;
  }

  /** Returns the end of a shape's text for people. */
  String suffix() {
    return suffix;
  }

  boolean isTransposed() {
    return this != AS_IT_IS;
  }

  boolean isConjugated() {
    return this == ADJOINT;
  }
}
