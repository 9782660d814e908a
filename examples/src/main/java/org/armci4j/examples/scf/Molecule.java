package org.armci4j.examples.scf;

import java.util.ArrayList;
import java.util.List;

/**
 * Nuclei in space, in atomic units, with pairs of electrons.
 *
 * @param name its name
 * @param atoms the nuclei, each with one function of the basis
 * @param electrons their number, which is even
 * @param published its energy in this basis, in hartrees
 * @param source where the energy is published
 */
record Molecule(String name, List<Atom> atoms, int electrons, double published, String source) {
  /** Energy of a helium atom in this basis, on which programs of quantum chemistry agree. */
  private static final double HELIUM = -2.807784;

  /**
   * A nucleus.
   *
   * @param charge its charge
   * @param zeta exponent of the Slater function for which its Gaussians stand
   * @param x its place
   * @param y its place
   * @param z its place
   */
  record Atom(int charge, double zeta, double x, double y, double z) {
    double squareDistance(Atom other) {
      double dx = x - other.x;
      double dy = y - other.y;
      double dz = z - other.z;
      return dx * dx + dy * dy + dz * dz;
    }
  }

  private static Atom hydrogen(double z) {
    return new Atom(1, 1.24, 0, 0, z);
  }

  private static Atom helium(double zeta, double x, double y, double z) {
    return new Atom(2, zeta, x, y, z);
  }

  /** Returns molecules whose energies are known. */
  static List<Molecule> known() {
    String book = "Szabo and Ostlund, Modern Quantum Chemistry, chapter 3";
    return List.of(
        new Molecule("H2", List.of(hydrogen(0), hydrogen(1.4)), 2, -1.1167, book),
        new Molecule(
            "HeH+", List.of(helium(2.0925, 0, 0, 0), hydrogen(1.4632)), 2, -2.860662, book),
        new Molecule("He", List.of(helium(1.69, 0, 0, 0)), 2, HELIUM, "other programs"),
        cube(2, 12));
  }

  /** Returns helium atoms so far apart that each has the energy of a single one. */
  private static Molecule cube(int edge, double distance) {
    List<Atom> atoms = new ArrayList<>();
    for (int i = 0; i < edge * edge * edge; i++) {
      int row = i / edge;
      int layer = row / edge;
      atoms.add(helium(1.69, distance * (i % edge), distance * (row % edge), distance * layer));
    }
    int count = atoms.size();
    return new Molecule(count + " He", atoms, 2 * count, count * HELIUM, count + " times one He");
  }

  /** Returns the energy by which the nuclei repel each other. */
  double repulsion() {
    double energy = 0;
    for (int i = 0; i < atoms.size(); i++) {
      for (int j = 0; j < i; j++) {
        Atom one = atoms.get(i);
        Atom other = atoms.get(j);
        energy += one.charge * other.charge / Math.sqrt(one.squareDistance(other));
      }
    }
    return energy;
  }
}
