package org.armci4j.examples.scf;

import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.FloatingSection;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.arrays.Matrix;
import org.armci4j.arrays.Patch;
import org.armci4j.arrays.TaskPool;

/** Computes the energies of small clusters and compares them with published ones. */
public final class SelfConsistentField {
  private SelfConsistentField() {}

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      for (Molecule molecule : Molecule.known()) {
        try (GlobalArrays arrays = GlobalArrays.of(armci)) {
          double energy = energy(arrays, molecule);
          System.out.printf(
              Locale.ROOT,
              "rank %d: %s has %.5f hartrees, %.4f by %s%n",
              armci.rank(),
              molecule.name(),
              energy,
              molecule.published(),
              molecule.source());
          if (Math.abs(energy - molecule.published()) > 5e-5) {
            throw new IllegalStateException(molecule.name() + " has another energy");
          }
        }
      }
    }
  }

  /** Returns the energy of the electrons' density that its own field reproduces. */
  private static double energy(GlobalArrays arrays, Molecule molecule) {
    Gaussians integrals = new Gaussians(molecule.atoms());
    int size = molecule.atoms().size();
    DoubleArray core = arrays.array(size, size).name("core").doubles();
    DoubleArray overlap = core.like().name("overlap").doubles();
    DoubleArray density = core.like().name("density").doubles();
    DoubleArray fock = core.like().name("fock").doubles();
    DoubleArray orbitals = core.like().name("orbitals").doubles();
    DoubleArray levels = arrays.array(size).name("levels").doubles();
    FloatingSection<double[]> taken =
        orbitals.section(Patch.at(0, 0).size(size, molecule.pairs())); // the lowest ones
    TaskPool rows = arrays.taskPool(size);
    core.map((at, _) -> integrals.core((int) at[0], (int) at[1]));
    overlap.map((at, _) -> integrals.overlap((int) at[0], (int) at[1]));
    double last = Double.NaN;
    for (int step = 0; step < 100; step++) {
      fill(fock, rows, integrals, core, density);
      double energy = molecule.repulsion() + (density.dot(core) + density.dot(fock)) / 2;
      if (Math.abs(energy - last) < 1e-10) {
        return energy;
      }
      last = energy;
      Matrix.of(fock).generalizedEigenvectors(overlap, levels, orbitals);
      density.multiply(2, taken, false, taken, true, 0);
    }
    throw new IllegalStateException(molecule.name() + " does not converge");
  }

  /** Computes Fock's matrix. Rows take different times, so ranks take what others have left. */
  private static void fill(
      DoubleArray fock, TaskPool rows, Gaussians integrals, DoubleArray core, DoubleArray density) {
    double[] all = new double[(int) density.patch().elements()];
    density.get(density.patch(), all);
    rows.reset();
    for (int i = (int) rows.next(); i != TaskPool.NONE; i = (int) rows.next()) {
      for (int j = 0; j <= i; j++) { // the matrix is symmetric
        double value = core.get(i, j) + integrals.repulsion(i, j, all);
        fock.put(value, i, j);
        fock.put(value, j, i);
      }
    }
    fock.sync();
  }
}
