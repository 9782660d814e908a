package org.armci4j.examples.scf;

import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.arrays.Patch;
import org.armci4j.arrays.TaskPool;

/**
 * Computes the energies of small clusters and compares them with published ones. The elements of
 * Fock's matrix take different times. So a rank that is ready takes what others have left.
 */
public final class SelfConsistentField {
  private static final int MOST_STEPS = 100;
  private static final double ENOUGH = 1e-10;

  private final Molecule molecule;
  private final int size;
  private final Gaussians integrals;
  private final DoubleArray core;
  private final DoubleArray overlap;
  private final DoubleArray fock;
  private final TaskPool tasks;
  private int tasksOfThisRank;

  private SelfConsistentField(GlobalArrays arrays, Molecule molecule) {
    this.molecule = molecule;
    this.size = molecule.atoms().size();
    this.integrals = new Gaussians(molecule.atoms());
    this.core = arrays.array(size, size).name("core").doubles();
    this.overlap = core.like().name("overlap").doubles();
    this.fock = core.like().name("fock").doubles();
    this.tasks = arrays.taskPool((long) size * size);
  }

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      GlobalArrays arrays = GlobalArrays.of(armci);
      for (Molecule molecule : Molecule.known()) {
        SelfConsistentField field = new SelfConsistentField(arrays, molecule);
        double energy = field.energy();
        System.out.printf(
            Locale.ROOT,
            "rank %d: %s %.5f hartrees after %d tasks; %.4f by %s%n",
            armci.rank(),
            molecule.name(),
            energy,
            field.tasksOfThisRank,
            molecule.published(),
            molecule.source());
        if (Math.abs(energy - molecule.published()) > 1e-4) {
          throw new IllegalStateException(molecule.name() + " has another energy");
        }
      }
    }
  }

  /** Returns the energy of the density that its own field reproduces. */
  private double energy() {
    core.map((at, _) -> integrals.core((int) at[0], (int) at[1]));
    overlap.map((at, _) -> integrals.overlap((int) at[0], (int) at[1]));
    double[][] alone = all(core);
    Orbitals orbitals = new Orbitals(all(overlap));
    double[][] density = new double[size][size];
    double last = Double.NaN;
    for (int step = 0; step < MOST_STEPS; step++) {
      fillFock(density);
      double[][] field = all(fock);
      double energy = molecule.repulsion();
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          energy += density[i][j] * (alone[i][j] + field[i][j]) / 2;
        }
      }
      if (Math.abs(energy - last) < ENOUGH) {
        return energy;
      }
      last = energy;
      density = orbitals.density(field, molecule.electrons() / 2);
    }
    throw new IllegalStateException(molecule.name() + " does not converge");
  }

  /** Computes the matrix of Fock, all ranks together. */
  private void fillFock(double[][] density) {
    tasks.reset();
    for (long task = tasks.next(); task != TaskPool.NONE; task = tasks.next()) {
      int i = (int) (task / size);
      int j = (int) (task % size);
      if (j <= i) {
        double value = core.get(i, j) + repulsion(i, j, density);
        fock.put(value, i, j);
        fock.put(value, j, i);
        tasksOfThisRank++;
      }
    }
    fock.sync();
  }

  /** Returns the repulsion by all electrons, less the exchange with those of the same spin. */
  private double repulsion(int i, int j, double[][] density) {
    double sum = 0;
    for (int k = 0; k < size; k++) {
      for (int l = 0; l < size; l++) {
        if (density[k][l] != 0) {
          double exchange = integrals.repulsion(i, k, j, l) / 2;
          sum += density[k][l] * (integrals.repulsion(i, j, k, l) - exchange);
        }
      }
    }
    return sum;
  }

  private double[][] all(DoubleArray matrix) {
    double[][] rows = new double[size][size];
    for (int i = 0; i < size; i++) {
      matrix.get(Patch.at(i, 0).size(1, size), rows[i]);
    }
    return rows;
  }
}
