package org.armci4j.examples.scf;

import java.util.List;
import java.util.stream.IntStream;

/** Atoms on a line, with pairs of electrons, and their published energy; in atomic units. */
record Molecule(String name, List<Atom> atoms, int pairs, double published, String source) {
  private static final double ANGSTROM = 1 / 0.52917721092;
  private static final double HELIUM = -2.807784; // programs of quantum chemistry agree on it

  /** A nucleus at x; its Gaussians stand for the Slater function of exponent zeta. */
  record Atom(int charge, double zeta, double x) {}

  /**
   * Returns molecules whose energies in the basis STO-3G are known.
   *
   * <p>Sources: Szabo and Ostlund, "Modern Quantum Chemistry", chapter 3; {@code test_h4} in the
   * file {@code test_driver_pyscf.py} of Qiskit Nature.
   */
  static List<Molecule> known() {
    List<Atom> ion = List.of(new Atom(2, 2.0925, 0), new Atom(1, 1.24, 1.4632));
    return List.of(
        new Molecule("H2", chain(2, 1, 1.24, 1.4), 1, -1.1167, "Szabo and Ostlund"),
        new Molecule("HeH+", ion, 1, -2.860662, "Szabo and Ostlund"),
        new Molecule("H4", chain(4, 1, 1.24, ANGSTROM), 2, -2.098546, "Qiskit Nature"),
        new Molecule("He", chain(1, 2, 1.69, 0), 1, HELIUM, "other programs"),
        new Molecule("8 distant He", chain(8, 2, 1.69, 12), 8, 8 * HELIUM, "8 times one He"));
  }

  private static List<Atom> chain(int atoms, int charge, double zeta, double distance) {
    return IntStream.range(0, atoms).mapToObj(i -> new Atom(charge, zeta, i * distance)).toList();
  }

  /** Returns the energy by which the nuclei repel each other. */
  double repulsion() {
    return atoms.stream()
        .flatMapToDouble(
            a ->
                atoms.stream()
                    .filter(b -> b.x > a.x)
                    .mapToDouble(b -> a.charge * b.charge / (b.x - a.x)))
        .sum();
  }
}
