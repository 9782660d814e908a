package org.armci4j.examples.argon;

import java.util.Locale;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.arrays.Patch;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;

/**
 * Lets a crystal of argon vibrate under the forces of Lennard and Jones, in their units: the energy
 * at rest is that of the textbook, and stays the same as the atoms move. Each rank moves the atoms
 * of its block, and reads the places of all others.
 */
public final class Argon {
  private static final int CELLS = 6; // along each edge, each with 4 atoms
  private static final int ATOMS = 4 * CELLS * CELLS * CELLS;
  private static final double NEIGHBOUR = 1.09; // the nearest, at the lowest energy
  private static final double CELL = NEIGHBOUR * Math.sqrt(2);
  private static final double EDGE = CELLS * CELL; // of the periodic box
  private static final double CUTOFF = 2.87 * CELL; // no atom comes across it
  private static final double STEP = 0.002;
  private static final int STEPS = 200;

  private final Collectives collectives;
  private final DoubleArray places;
  private final Patch own;
  private final double[] all = new double[3 * ATOMS];
  private final double[] mine;
  private final double[] speeds;
  private final double[] forces;
  private double potential; // of the atoms of this rank

  private Argon(Armci armci) {
    collectives = Collectives.of(armci);
    places = GlobalArrays.of(armci).array(ATOMS, 3).chunks(1, 3).doubles();
    own = places.own();
    mine = new double[(int) own.elements()];
    speeds = new double[mine.length];
    forces = new double[mine.length];
  }

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      Argon crystal = new Argon(armci);
      crystal.places.map((at, _) -> place((int) at[0], (int) at[1]));
      crystal.places.get(crystal.own, crystal.mine);
      crystal.pull();
      double rest = crystal.total(crystal.potential) / ATOMS + beyondCutoff();
      crystal.push();
      double pushed = crystal.total(crystal.kinetic());
      double before = crystal.total(crystal.potential) + pushed;
      for (int step = 0; step < STEPS; step++) {
        crystal.move();
      }
      double after = crystal.total(crystal.potential + crystal.kinetic());
      double lost = Math.abs(after - before) / pushed;
      System.out.printf(
          Locale.ROOT,
          "rank %d: %.2f at rest, the textbook has %.2f; %.0e of the push lost in %d steps%n",
          armci.rank(),
          rest,
          textbook(),
          lost,
          STEPS);
      if (Math.abs(rest / textbook() - 1) > 0.005 || lost > 1e-3) {
        throw new IllegalStateException("the crystal has another energy");
      }
    }
  }

  /** Returns the energy of an atom in an endless crystal (Kittel, Solid State Physics, ch. 3). */
  private static double textbook() {
    return 2 * (12.13188 * Math.pow(NEIGHBOUR, -12) - 14.45392 * Math.pow(NEIGHBOUR, -6));
  }

  /** Returns the energy by atoms outside of the cutoff, as if they were spread evenly there. */
  private static double beyondCutoff() {
    double density = ATOMS / (EDGE * EDGE * EDGE);
    return 8.0 / 3 * Math.PI * density * (Math.pow(CUTOFF, -9) / 3 - Math.pow(CUTOFF, -3));
  }

  /** Returns a coordinate of an atom at rest: corners and middles of faces of the cells. */
  private static double place(int atom, int axis) {
    int cell = atom / 4;
    int[] indices = {cell % CELLS, cell / CELLS % CELLS, cell / (CELLS * CELLS)};
    boolean isHalfway = atom % 4 != 0 && axis != atom % 4 - 1;
    return CELL * (indices[axis] + (isHalfway ? 0.5 : 0));
  }

  private double total(double ofThisRank) {
    return collectives.allreduce(ofThisRank, Reduction.SUM);
  }

  /** Gives each atom a speed that is the same on any number of ranks. */
  private void push() {
    for (int i = 0; i < speeds.length; i++) {
      speeds[i] = new SplittableRandom(3 * own.lower(0) + i).nextDouble(-0.1, 0.1);
    }
  }

  private double kinetic() {
    double sum = 0;
    for (double speed : speeds) {
      sum += speed * speed / 2;
    }
    return sum;
  }

  /** One step of Verlet's: half a push, a move, half a push by the new forces. */
  private void move() {
    for (int i = 0; i < mine.length; i++) {
      speeds[i] += STEP / 2 * forces[i];
      mine[i] += STEP * speeds[i];
    }
    places.put(own, mine);
    pull();
    for (int i = 0; i < mine.length; i++) {
      speeds[i] += STEP / 2 * forces[i];
    }
  }

  /** Computes the forces on the atoms of this rank, at the places where all are now. */
  private void pull() {
    places.sync(); // all ranks have put theirs
    places.get(Patch.at(0, 0).size(ATOMS, 3), all);
    places.sync(); // all ranks have read them, and may put the next ones
    potential = 0;
    for (int atom = 0; atom < mine.length / 3; atom++) {
      pull(atom, (int) own.lower(0) + atom);
    }
  }

  private void pull(int atom, int index) {
    double x = 0;
    double y = 0;
    double z = 0;
    for (int other = 0; other < ATOMS; other++) {
      double dx = nearest(mine[3 * atom] - all[3 * other]);
      double dy = nearest(mine[3 * atom + 1] - all[3 * other + 1]);
      double dz = nearest(mine[3 * atom + 2] - all[3 * other + 2]);
      double square = dx * dx + dy * dy + dz * dz;
      if (other != index && square < CUTOFF * CUTOFF) {
        double attraction = 1 / (square * square * square);
        potential += 2 * attraction * (attraction - 1); // the other half is the other atom's
        double force = 24 * attraction * (2 * attraction - 1) / square;
        x += force * dx;
        y += force * dy;
        z += force * dz;
      }
    }
    forces[3 * atom] = x;
    forces[3 * atom + 1] = y;
    forces[3 * atom + 2] = z;
  }

  /** Returns the difference to the nearest of a periodic atom's places. */
  private static double nearest(double difference) {
    return difference - EDGE * Math.rint(difference / EDGE);
  }
}
