package org.armci4j.arrays;

/** Takes the complex number that a function computes, and holds it until the next one is set. */
public final class ComplexResult {
  private double real;
  private double imaginary;

  ComplexResult() {}

  /**
   * Sets the number.
   *
   * @param real its real part
   * @param imaginary its imaginary part
   */
  public void set(double real, double imaginary) {
    this.real = real;
    this.imaginary = imaginary;
  }

  void set(Complex value) {
    set(value.real(), value.imaginary());
  }

  /** Writes the number to a piece of pairs. */
  void writeTo(double[] pairs, int place) {
    pairs[place] = real;
    pairs[place + 1] = imaginary;
  }
}
