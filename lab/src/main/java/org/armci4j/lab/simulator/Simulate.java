package org.armci4j.lab.simulator;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.lab.simulator.network.Interconnect;
import org.armci4j.lab.simulator.play.Places;
import org.armci4j.lab.simulator.play.PlayOutcome;
import org.armci4j.lab.simulator.play.Programs;
import org.armci4j.lab.simulator.play.Simulation;

/** Carries out a simulation request. */
final class Simulate {
  /** Limit of steps per rank. Algorithms above it, at many ranks, are not played. */
  private static final long STEPS_PER_RANK = 200;

  /** Number of steps of all ranks together that is always played. */
  private static final long STEPS = 5_000_000;

  private final SimulationRequest request;
  private final PrintWriter out;

  Simulate(SimulationRequest request, PrintWriter out) {
    this.request = request;
    this.out = out;
  }

  void run() {
    List<SimulatedRun> figures = new ArrayList<>();
    SimulationTable table = new SimulationTable(out);
    out.printf(
        Locale.ROOT,
        "%s of %d bytes, %d ranks on each host of %d cores%n",
        request.operation().label(),
        request.count() * request.elementBytes(),
        request.ranksPerHost(),
        request.cores());
    table.heading();
    for (int ranks : request.ranks()) {
      for (Algorithm algorithm : request.algorithms()) {
        if (algorithm.serves().test(request.shape(ranks))) {
          SimulatedRun figure = figure(algorithm, ranks);
          figures.add(figure);
          table.line(figure);
        }
      }
      out.printf(
          Locale.ROOT,
          "%d ranks: for rings and buffers to all others each rank has %,d bytes%n",
          ranks,
          Channels.sizeBytes(ranks));
    }
    out.flush();
    write(figures);
  }

  private SimulatedRun figure(Algorithm algorithm, int ranks) {
    long begin = System.nanoTime();
    Shape shape = request.shape(ranks);
    Places places = request.places(ranks);
    double formula = algorithm.nanos(shape, request.machineOfRanks().level(places.hosts() == 1));
    PlayOutcome outcome = null;
    double steps = Programs.expectedSteps(algorithm, shape);
    if (steps <= Math.max(STEPS, STEPS_PER_RANK * ranks)) {
      Programs programs = Programs.of(algorithm, shape);
      Interconnect network = request.network(ranks);
      outcome = new Simulation(request.machineOfRanks(), places, network, programs).play();
    }
    return new SimulatedRun(algorithm.name(), ranks, formula, outcome, System.nanoTime() - begin);
  }

  private void write(List<SimulatedRun> figures) {
    try {
      if (request.json() != null) {
        SimulationJson.write(request, figures, request.json());
      }
      if (request.plot() != null) {
        Plot.write(request, figures, request.plot());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
