package org.armci4j.lab.simulator;

import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.cost.MachineModel;
import org.armci4j.lab.simulator.network.Interconnect;
import org.armci4j.lab.simulator.network.NoContention;
import org.armci4j.lab.simulator.play.Places;
import org.armci4j.lab.simulator.play.PlayOutcome;
import org.armci4j.lab.simulator.play.Programs;
import org.armci4j.lab.simulator.play.Simulation;
import org.armci4j.lab.thesis.ThesisAlgorithms;

/** Schedules played in tests. */
final class Played {
  /** No two of its numbers are alike, and none is 0. */
  static final LogGP LEVEL = new LogGP(50, 1000, 100, 30, 0.25, 0.125, 0.1875, 0.5, 0.75, 20);

  static final MachineModel MACHINE = new MachineModel(LEVEL, LEVEL, 10, 0);

  private Played() {}

  static Shape shape(Operation operation, int ranks, long bytes) {
    return new Shape(operation, 0, ranks, 0, bytes / 8, 8);
  }

  /** One rank on each host, and nothing shared. */
  static PlayOutcome of(Algorithm algorithm, Shape shape) {
    return of(algorithm, shape, MACHINE, new Places(shape.size(), 1, false), new NoContention());
  }

  static PlayOutcome of(Operation operation, String name, int ranks, long bytes) {
    return of(ThesisAlgorithms.find(operation, name), shape(operation, ranks, bytes));
  }

  static PlayOutcome of(
      Algorithm algorithm, Shape shape, MachineModel machine, Places places, Interconnect network) {
    Programs programs = Programs.of(algorithm, shape);
    return new Simulation(machine, places, network, programs).play();
  }
}
