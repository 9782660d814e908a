package org.armci4j.collectives;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
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
  private MachineAgreement() {}

  /**
   * Collective over the group.
   *
   * @return null when the rank at place 0 names no file
   * @throws org.armci4j.error.ArmciException on every member, when one of them cannot read its file
   */
  static LogGP of(Armci armci, Group group, Settings settings) {
    double[] mine = new double[MachineFile.COUNT];
    GlobalMemory memory = group.allocate(() -> read(armci, settings, mine));
    boolean isAgreed = memory.sizeBytes(group.worldRank(0)) > 0;
    LogGP machine = isAgreed ? first(armci, group, memory, mine) : null;
    group.free(memory);
    return machine;
  }

  private static LogGP first(Armci armci, Group group, GlobalMemory memory, double[] mine) {
    MemorySegment.copy(
        MemorySegment.ofArray(mine), 0, memory.local(), 0, memory.local().byteSize());
    group.barrier();
    double[] agreed = new double[MachineFile.COUNT];
    armci.get(memory, group.worldRank(0), 0, MemorySegment.ofArray(agreed));
    return level(group, armci.domains(), agreed);
  }

  /**
   * Reads this rank's file where the others hear of it if it cannot: when memory is given, which is
   * none for no file.
   */
  private static long read(Armci armci, Settings settings, double[] mine) {
    String file = settings.get(CollectivesSettings.MACHINE);
    if (file.isEmpty()) {
      return 0;
    }
    double ranksHere = armci.domains().ranks(armci.domains().mine()).length;
    MachineModel machine =
        MachineFile.read(Path.of(file))
            .onSharedCores(ranksHere / Runtime.getRuntime().availableProcessors());
    System.arraycopy(MachineFile.numbers(machine), 0, mine, 0, MachineFile.COUNT);
    return (long) mine.length * Double.BYTES;
  }

  private static LogGP level(Group group, HostDomains domains, double[] agreed) {
    boolean onOneHost = IntStream.of(group.ranks()).map(domains::domain).distinct().count() == 1;
    return MachineFile.of(agreed).level(onOneHost);
  }
}
