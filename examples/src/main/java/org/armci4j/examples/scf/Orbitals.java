package org.armci4j.examples.scf;

/**
 * Finds the orbitals of a matrix of Fock: its eigenvectors in a basis whose functions overlap.
 *
 * <p>It uses no operation but +, -, *, / and the square root, whose results are the same in every
 * JVM. So all ranks find the same orbitals, to the bit.
 */
final class Orbitals {
  private static final int SWEEPS = 50;

  /** Makes the basis orthonormal: the overlap's inverse square root. */
  private final double[][] orthonormal;

  Orbitals(double[][] overlap) {
    double[][] diagonal = copy(overlap);
    double[][] vectors = diagonalize(diagonal);
    int size = overlap.length;
    double[][] scaled = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        scaled[i][j] = vectors[i][j] / Math.sqrt(diagonal[j][j]);
      }
    }
    orthonormal = product(scaled, transposed(vectors));
  }

  /** Returns the density of so many pairs of electrons in the lowest orbitals. */
  double[][] density(double[][] fock, int pairs) {
    double[][] diagonal = product(product(orthonormal, fock), orthonormal);
    double[][] orbitals = product(orthonormal, diagonalize(diagonal));
    int size = fock.length;
    double[][] density = new double[size][size];
    boolean[] taken = new boolean[size];
    for (int pair = 0; pair < pairs; pair++) {
      int lowest = lowest(diagonal, taken);
      taken[lowest] = true;
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          density[i][j] += 2 * orbitals[i][lowest] * orbitals[j][lowest];
        }
      }
    }
    return density;
  }

  private static int lowest(double[][] diagonal, boolean[] taken) {
    int lowest = -1;
    for (int i = 0; i < taken.length; i++) {
      if (!taken[i] && (lowest < 0 || diagonal[i][i] < diagonal[lowest][lowest])) {
        lowest = i;
      }
    }
    return lowest;
  }

  /** Makes a symmetric matrix diagonal by Jacobi's rotations; returns its eigenvectors. */
  private static double[][] diagonalize(double[][] a) {
    int size = a.length;
    double[][] vectors = new double[size][size];
    for (int i = 0; i < size; i++) {
      vectors[i][i] = 1;
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      for (int p = 0; p < size; p++) {
        for (int q = p + 1; q < size; q++) {
          if (a[p][q] != 0) {
            rotate(a, vectors, p, q);
          }
        }
      }
    }
    return vectors;
  }

  private static void rotate(double[][] a, double[][] vectors, int p, int q) {
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double sign = theta < 0 ? -1 : 1;
    double tangent = sign / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    double cosine = 1 / Math.sqrt(tangent * tangent + 1);
    double sine = tangent * cosine;
    for (int k = 0; k < a.length; k++) {
      rotate(a[k], p, q, cosine, sine);
      rotate(vectors[k], p, q, cosine, sine);
    }
    for (int k = 0; k < a.length; k++) {
      double first = a[p][k];
      double second = a[q][k];
      a[p][k] = cosine * first - sine * second;
      a[q][k] = sine * first + cosine * second;
    }
    a[p][q] = 0; // but for rounding
    a[q][p] = 0;
  }

  private static void rotate(double[] row, int p, int q, double cosine, double sine) {
    double first = row[p];
    double second = row[q];
    row[p] = cosine * first - sine * second;
    row[q] = sine * first + cosine * second;
  }

  private static double[][] product(double[][] a, double[][] b) {
    double[][] c = new double[a.length][b.length];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < b.length; k++) {
        for (int j = 0; j < b.length; j++) {
          c[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return c;
  }

  private static double[][] transposed(double[][] a) {
    double[][] result = new double[a.length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a.length; j++) {
        result[j][i] = a[i][j];
      }
    }
    return result;
  }

  private static double[][] copy(double[][] a) {
    return transposed(transposed(a));
  }
}
