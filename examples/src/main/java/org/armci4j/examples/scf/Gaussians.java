package org.armci4j.examples.scf;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.examples.scf.Molecule.Atom;

/**
 * Integrals over the basis STO-3G: the function of each atom is a sum of three Gaussians.
 *
 * <p>Source: Szabo and Ostlund, "Modern Quantum Chemistry", appendix A.
 */
final class Gaussians {
  private static final double[] EXPONENTS = {0.109818, 0.405771156, 2.227660584};
  private static final double[] SHARES = {0.444634542, 0.535328142, 0.154328967};

  private final List<Atom> atoms;
  private final Product[][][] products; // by both atoms

  Gaussians(List<Atom> atoms) {
    this.atoms = atoms;
    this.products =
        atoms.stream()
            .map(a -> atoms.stream().map(b -> Product.all(a, b)).toArray(Product[][]::new))
            .toArray(Product[][][]::new);
  }

  /** The product of two Gaussians, which is one again, around x. */
  private record Product(double factor, double exponent, double x, double kinetic) {
    static Product[] all(Atom a, Atom b) {
      return IntStream.range(0, 9)
          .mapToObj(i -> of(a, i / 3, b, i % 3))
          .filter(product -> product.factor > 1e-10) // others change no digit that is compared
          .toArray(Product[]::new);
    }

    private static Product of(Atom a, int first, Atom b, int second) {
      double alpha = EXPONENTS[first] * a.zeta() * a.zeta();
      double beta = EXPONENTS[second] * b.zeta() * b.zeta();
      double p = alpha + beta;
      double decay = alpha * beta / p * Math.pow(a.x() - b.x(), 2);
      double norm = Math.pow(4 * alpha * beta / (Math.PI * Math.PI), 0.75);
      double factor = SHARES[first] * SHARES[second] * norm * Math.exp(-decay);
      double kinetic = alpha * beta / p * (3 - 2 * decay) * factor * Math.pow(Math.PI / p, 1.5);
      return new Product(factor, p, (alpha * a.x() + beta * b.x()) / p, kinetic);
    }

    double repulsion(Product other) {
      double sum = exponent + other.exponent;
      double area = exponent * other.exponent;
      double charges = factor * other.factor * 2 * Math.pow(Math.PI, 2.5) / area;
      return charges / Math.sqrt(sum) * boys(area / sum * Math.pow(x - other.x, 2));
    }
  }

  double overlap(int i, int j) {
    return Arrays.stream(products[i][j])
        .mapToDouble(product -> product.factor * Math.pow(Math.PI / product.exponent, 1.5))
        .sum();
  }

  /** Returns the kinetic energy, and the attraction of all nuclei. */
  double core(int i, int j) {
    double sum = 0;
    for (Product product : products[i][j]) {
      sum += product.kinetic;
      for (Atom nucleus : atoms) {
        double attraction = boys(product.exponent * Math.pow(product.x - nucleus.x(), 2));
        sum -= 2 * Math.PI / product.exponent * product.factor * nucleus.charge() * attraction;
      }
    }
    return sum;
  }

  /** Returns the repulsion by electrons, less the exchange with those of the same spin. */
  double repulsion(int i, int j, double[] density) {
    double sum = 0;
    for (int at = 0; at < density.length; at++) {
      int k = at / atoms.size();
      int l = at % atoms.size();
      sum += density[at] * (repulsion(i, j, k, l) - repulsion(i, k, j, l) / 2);
    }
    return sum;
  }

  private double repulsion(int i, int j, int k, int l) {
    double sum = 0;
    for (Product product : products[i][j]) {
      sum += Arrays.stream(products[k][l]).mapToDouble(product::repulsion).sum();
    }
    return sum;
  }

  /** Returns the integral of exp(-t u²) for u from 0 to 1. */
  private static double boys(double t) {
    if (t > 35) {
      return Math.sqrt(Math.PI / t) / 2; // the rest of the integral to infinity is below 1e-16
    }
    double sum = 0;
    double term = 1;
    for (int odd = 3; term > 1e-17 * sum; odd += 2) {
      sum += term;
      term *= 2 * t / odd;
    }
    return Math.exp(-t) * sum;
  }
}
