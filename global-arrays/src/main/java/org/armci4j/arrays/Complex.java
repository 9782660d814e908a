package org.armci4j.arrays;

/**
 * A complex number, as {@link ComplexArray} takes and gives single values.
 *
 * @param real its real part
 * @param imaginary its imaginary part
 */
public record Complex(double real, double imaginary) {
  /**
   * Returns the sum of two numbers.
   *
   * @param other the summand
   * @return the sum
   * @throws NullPointerException when there is no other number
   */
  public Complex plus(Complex other) {
    return new Complex(real + other.real, imaginary + other.imaginary);
  }

  /**
   * Returns the product of two numbers.
   *
   * @param other the factor
   * @return the product
   * @throws NullPointerException when there is no other number
   */
  public Complex times(Complex other) {
    return new Complex(
        real * other.real - imaginary * other.imaginary,
        real * other.imaginary + imaginary * other.real);
  }

  /**
   * Returns the number with the opposite imaginary part.
   *
   * @return the conjugate
   */
  public Complex conjugate() {
    return new Complex(real, -imaginary);
  }

  /**
   * Returns the distance from 0.
   *
   * @return the absolute value
   */
  public double abs() {
    return Math.hypot(real, imaginary);
  }
}
