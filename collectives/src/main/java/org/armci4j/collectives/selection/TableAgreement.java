package org.armci4j.collectives.selection;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.collectives.CollectivesSettings;
import org.armci4j.collectives.cost.MachineFile;
import org.armci4j.collectives.cost.MachineModel;

/**
 * The lines of a group's table that were measured, so that all ranks choose alike: what the rank at
 * place 0 has read, whatever the others have. A job in which no rank has a file exchanges one bit;
 * ranks that share memory read none and exchange nothing.
 */
public final class TableAgreement {
  private final Armci armci;
  private final Group group;
  private final String machineFile;
  private final GroupSpan span;

  /** Null where the ranks need no algorithms that were measured, or want none. */
  private final TunedTable tuned;

  private TableAgreement(
      Armci armci, Group group, Settings settings, Map<String, String> environment) {
    this.armci = armci;
    this.group = group;
    this.machineFile = settings.get(CollectivesSettings.MACHINE);
    this.span = GroupSpan.of(armci, group);
    this.tuned =
        settings.get(CollectivesSettings.TUNED) ? TunedTable.of(armci, group, environment) : null;
  }

  /**
   * Returns the lines. Collective over the group.
   *
   * @param environment the process's
   * @throws org.armci4j.error.ArmciException on every member, when one of them cannot read the file
   *     of its setting
   */
  public static List<TableLine> of(
      Armci armci, Group group, Settings settings, Map<String, String> environment) {
    TableAgreement agreement = new TableAgreement(armci, group, settings, environment);
    return group.agree(!agreement.hasFile()).all() ? List.of() : agreement.ofFirst();
  }

  private boolean hasFile() {
    return !machineFile.isEmpty() || (tuned != null && Files.exists(tuned.file()));
  }

  private List<TableLine> ofFirst() {
    byte[][] mine = new byte[1][];
    GlobalMemory memory =
        group.allocate(
            () -> { // here, as all hear of it when this rank cannot read its file
              String text = read();
              mine[0] = (group.rank() == 0 ? text : "").getBytes(UTF_8);
              return mine[0].length;
            });
    MemorySegment.copy(MemorySegment.ofArray(mine[0]), 0, memory.local(), 0, mine[0].length);
    group.barrier();
    int first = group.worldRank(0);
    byte[] agreed = new byte[Math.toIntExact(memory.sizeBytes(first))];
    armci.get(memory, first, 0, MemorySegment.ofArray(agreed));
    group.free(memory);
    return TableLine.parse(new String(agreed, UTF_8));
  }

  private String read() {
    if (!machineFile.isEmpty()) {
      return ofMachine(MachineFile.read(Path.of(machineFile)));
    }
    return hasFile() ? tuned.read() : "";
  }

  /** Has lines for the group, and for the leaders of its hosts. */
  private String ofMachine(MachineModel machine) {
    double ranksHere = armci.domains().ranks(armci.domains().mine()).length;
    MachineModel here =
        machine.onSharedCores(ranksHere / Runtime.getRuntime().availableProcessors());
    ModelTable table = new ModelTable(here.level(span == GroupSpan.HOST), span);
    long hosts = IntStream.of(group.ranks()).map(armci.domains()::domain).distinct().count();
    return IntStream.of(group.size(), Math.toIntExact(hosts))
        .distinct()
        .mapToObj(table::lines)
        .flatMap(List::stream)
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }
}
