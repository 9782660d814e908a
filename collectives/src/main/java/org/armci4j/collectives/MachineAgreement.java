package org.armci4j.collectives;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.HostDomains;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.cost.MachineFile;
import org.armci4j.collectives.cost.MachineModel;

/**
 * What the ranks of a group believe of their machine, so that all choose alike: what the rank at
 * place 0 has read, whatever the others have.
 */
final class MachineAgreement {
  /** Whether there is a machine, and its numbers. */
  private static final int COUNT = 1 + MachineFile.COUNT;

  private MachineAgreement() {}

  /**
   * Collective over the group.
   *
   * @return null when the rank at place 0 names no file
   * @throws org.armci4j.ArmciException on every member, when one of them cannot read its file
   */
  static LogGP of(Armci armci, Group group, Settings settings) {
    double[] mine = new double[COUNT];
    GlobalMemory memory = group.allocate(() -> read(armci, settings, mine));
    MemorySegment.copy(
        MemorySegment.ofArray(mine), 0, memory.local(), 0, memory.local().byteSize());
    group.barrier();
    double[] agreed = new double[COUNT];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment first = arena.allocate(JAVA_DOUBLE, COUNT);
      armci.get(memory, group.worldRank(0), 0, first);
      MemorySegment.copy(first, JAVA_DOUBLE, 0, agreed, 0, COUNT);
    }
    group.free(memory);
    return agreed[0] == 0 ? null : level(group, armci.domains(), agreed);
  }

  /** Reads this rank's file where the others hear of it if it cannot: when memory is given. */
  private static long read(Armci armci, Settings settings, double[] mine) {
    String file = settings.get(CollectivesSettings.MACHINE);
    if (!file.isEmpty()) {
      double ranksHere = armci.domains().ranks(armci.domains().mine()).length;
      MachineModel machine =
          MachineFile.read(Path.of(file))
              .onSharedCores(ranksHere / Runtime.getRuntime().availableProcessors());
      mine[0] = 1;
      System.arraycopy(MachineFile.numbers(machine), 0, mine, 1, MachineFile.COUNT);
    }
    return (long) COUNT * Double.BYTES;
  }

  private static LogGP level(Group group, HostDomains domains, double[] agreed) {
    boolean onOneHost = IntStream.of(group.ranks()).map(domains::domain).distinct().count() == 1;
    return MachineFile.of(Arrays.copyOfRange(agreed, 1, COUNT)).level(onOneHost);
  }
}
