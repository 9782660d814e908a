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
 * A simulation as the command line requests it.
 *
 * @param operation the collective
 * @param algorithms its algorithms to play
 * @param ranks numbers of ranks
 * @param count number of elements: in one rank's part if there are parts
 * @param elementBytes size of an element
 * @param ranksPerHost number of ranks of a host
 * @param cores number of cores of a host
 * @param isCyclic whether each rank is on the next host
 * @param kind network between hosts
 * @param radix number of ports of its switches
 * @param machine cost of messages
 * @param json file for the figures, or null
 * @param plot file for the picture, or null
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
  /** Networks between hosts. */
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

  /** Returns the machine's costs for ranks that may share cores. */
  MachineModel machineOfRanks() {
    return machine.onSharedCores((double) ranksPerHost / cores);
  }
}
