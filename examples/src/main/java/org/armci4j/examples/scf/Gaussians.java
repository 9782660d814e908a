package org.armci4j.examples.scf;

import java.util.List;
import org.armci4j.examples.scf.Molecule.Atom;

/**
 * Integrals over the basis STO-3G: each atom has one function, a sum of three Gaussians around its
 * nucleus.
 *
 * <p>Source: Szabo and Ostlund, "Modern Quantum Chemistry", appendix A.
 */
final class Gaussians {
  private static final double[] EXPONENTS = {0.109818, 0.405771156, 2.227660584};
  private static final double[] SHARES = {0.444634542, 0.535328142, 0.154328967};

  /** Integrals below this do not change the digits that are compared. */
  private static final double NEGLIGIBLE = 1e-12;

  private final List<Atom> atoms;

  /** The square root of the integral (ij|ij), which limits all integrals that have the pair. */
  private final double[][] limits;

  Gaussians(List<Atom> atoms) {
    this.atoms = atoms;
    int size = atoms.size();
    this.limits = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        limits[i][j] = Math.sqrt(repulsionOf(i, j, i, j));
      }
    }
  }

  /** The product of two Gaussians, which is one again. */
  private record Pair(double factor, double exponent, double reduced, Atom middle) {
    static Pair of(Atom a, int first, Atom b, int second) {
      double alpha = EXPONENTS[first] * a.zeta() * a.zeta();
      double beta = EXPONENTS[second] * b.zeta() * b.zeta();
      double sum = alpha + beta;
      double reduced = alpha * beta / sum;
      double norm = Math.pow(4 * alpha * beta / (Math.PI * Math.PI), 0.75);
      double decay = Math.exp(-reduced * a.squareDistance(b));
      double x = (alpha * a.x() + beta * b.x()) / sum;
      double y = (alpha * a.y() + beta * b.y()) / sum;
      double z = (alpha * a.z() + beta * b.z()) / sum;
      double factor = SHARES[first] * SHARES[second] * norm * decay;
      return new Pair(factor, sum, reduced, new Atom(0, 0, x, y, z));
    }

    double overlap() {
      return factor * Math.pow(Math.PI / exponent, 1.5);
    }
  }

  /** What each pair of Gaussians of two functions adds to an integral. */
  @FunctionalInterface
  private interface Summand {
    double of(Pair pair);
  }

  private double sum(int i, int j, Summand summand) {
    double sum = 0;
    for (int first = 0; first < EXPONENTS.length; first++) {
      for (int second = 0; second < EXPONENTS.length; second++) {
        sum += summand.of(Pair.of(atoms.get(i), first, atoms.get(j), second));
      }
    }
    return sum;
  }

  double overlap(int i, int j) {
    return sum(i, j, Pair::overlap);
  }

  /** Returns the kinetic energy, and the attraction of all nuclei. */
  double core(int i, int j) {
    double distance = atoms.get(i).squareDistance(atoms.get(j));
    return sum(
        i,
        j,
        pair -> {
          double kinetic = pair.reduced * (3 - 2 * pair.reduced * distance) * pair.overlap();
          double attraction = 0;
          for (Atom nucleus : atoms) {
            double t = pair.exponent * pair.middle.squareDistance(nucleus);
            attraction += nucleus.charge() * boys(t);
          }
          return kinetic - 2 * Math.PI / pair.exponent * pair.factor * attraction;
        });
  }

  /** Returns the repulsion (ij|kl) of two charges. */
  double repulsion(int i, int j, int k, int l) {
    return limits[i][j] * limits[k][l] < NEGLIGIBLE ? 0 : repulsionOf(i, j, k, l);
  }

  private double repulsionOf(int i, int j, int k, int l) {
    return sum(i, j, one -> sum(k, l, other -> repulsion(one, other)));
  }

  private static double repulsion(Pair one, Pair other) {
    double p = one.exponent;
    double q = other.exponent;
    double t = p * q / (p + q) * one.middle.squareDistance(other.middle);
    double strength = 2 * Math.pow(Math.PI, 2.5) / (p * q * Math.sqrt(p + q));
    return strength * one.factor * other.factor * boys(t);
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
