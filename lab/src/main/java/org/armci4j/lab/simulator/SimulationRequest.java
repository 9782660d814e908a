package org.armci4j.lab.simulator;

import java.nio.file.Path;
import java.util.List;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.MachineModel;
import org.armci4j.lab.simulator.network.Dragonfly;
import org.armci4j.lab.simulator.network.FatTree;
import org.armci4j.lab.simulator.network.Interconnect;
import org.armci4j.lab.simulator.network.NoContention;
import org.armci4j.lab.simulator.play.Places;

/**
 * What is to be simulated.
 *
 * @param operation which collective
 * @param algorithms which of its algorithms
 * @param ranks numbers of ranks
 * @param count how many elements: one rank's part where there are parts
 * @param elementBytes how large an element is
 * @param ranksPerHost how many ranks a host has
 * @param cores how many cores it has for them
 * @param isCyclic whether each rank is on the next host
 * @param kind what lies between hosts
 * @param radix of its switches
 * @param machine what messages cost
 * @param json a file for the figures, or null
 * @param plot a file for the picture, or null
 */
record SimulationRequest(
    Operation operation,
    List<Algorithm> algorithms,
    List<Integer> ranks,
    long count,
    int elementBytes,
    int ranksPerHost,
    int cores,
    boolean isCyclic,
    Kind kind,
    int radix,
    MachineModel machine,
    Path json,
    Path plot) {
  /** What lies between hosts. */
  enum Kind {
    NONE,
    FAT_TREE,
    DRAGONFLY
  }

  Shape shape(int size) {
    return new Shape(
        operation, 0, size, 0, operation == Operation.BARRIER ? 0 : count, elementBytes);
  }

  Places places(int size) {
    return new Places(size, Math.min(size, ranksPerHost), isCyclic);
  }

  Interconnect network(int size) {
    int hosts = places(size).hosts();
    return switch (kind) {
      case NONE -> new NoContention();
      case FAT_TREE -> new FatTree(hosts, radix, machine.hopNanos());
      case DRAGONFLY -> new Dragonfly(hosts, radix, machine.hopNanos());
    };
  }

  /** The machine as it is to ranks that share cores, if these do. */
  MachineModel machineOfRanks() {
    return machine.onSharedCores((double) ranksPerHost / cores);
  }
}
