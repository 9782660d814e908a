package org.armci4j.collectives;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.cost.MachineFile;
import org.armci4j.collectives.cost.MachineModel;
import org.armci4j.collectives.selection.GroupSpan;
import org.armci4j.collectives.selection.Selection;
import org.armci4j.collectives.selection.TableAgreement;
import org.armci4j.collectives.selection.TableLine;
import org.armci4j.collectives.selection.TunedTable;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks choose alike, whatever files they have been given. */
class TableAgreementTest {
  private static final int RANKS = 8;
  private static final String NONE = "none";

  @TempDir private Path folder;

  /** A machine on which nothing but the latency of a message, or its overhead, takes time. */
  private Path machine(String name, double latencyNanos, double overheadNanos) throws IOException {
    LogGP level = new LogGP(0, latencyNanos, overheadNanos, 0, 0, 0, 0, 0, 0, 0);
    String text = MachineFile.text(new MachineModel(level, level, 0, 0));
    return Files.writeString(folder.resolve(name), text);
  }

  private static List<TableLine> agree(Armci armci, String file, Map<String, String> environment) {
    return TableAgreement.of(
        armci,
        armci.world(),
        ArmciSettings.builder()
            .set(CollectivesSettings.MACHINE, file)
            .resolve()
            .with(CollectivesSettings.ALL),
        environment);
  }

  private static String choice(GroupSpan span, List<TableLine> lines) {
    if (lines.isEmpty()) {
      return NONE;
    }
    Shape shape = new Shape(Operation.ALLREDUCE, 0, RANKS, 0, 100, Long.BYTES);
    return new Selection(lines, span, RANKS).choose(shape, OperandOrder.PERMUTED).name();
  }

  /** The one choice of all ranks. */
  private static String choice(IntFunction<String> files) {
    Set<String> choices = ConcurrentHashMap.newKeySet();
    RankThreads.of(RANKS)
        .run(
            armci -> {
              List<TableLine> lines = agree(armci, files.apply(armci.rank()), Map.of());
              choices.add(choice(GroupSpan.HOST, lines));
            });
    assertEquals(1, choices.size(), () -> "choices " + choices);
    return choices.iterator().next();
  }

  @Test
  void differentFiles() throws IOException {
    String far = machine("far", 1000, 0).toString();
    String busy = machine("busy", 0, 1000).toString();
    String ofFar = choice(rank -> far);
    String ofBusy = choice(rank -> busy);
    assertNotEquals(ofFar, ofBusy, "the two machines are to differ in what is best");
    assertEquals(ofFar, choice(rank -> rank == 0 ? far : busy));
    assertEquals(ofBusy, choice(rank -> rank == 0 ? busy : far));
    assertEquals(ofFar, choice(rank -> rank == 0 ? far : ""));
    assertEquals(NONE, choice(rank -> rank == 0 ? "" : far));
  }

  @Test
  void aFileThatCannotBeReadIsToldToAll() throws IOException {
    String good = machine("good", 1000, 0).toString();
    Path half = folder.resolve("half");
    Files.writeString(half, "inside.startNanos = 1\ninside.latencyNanos = fast\n");
    for (String bad : new String[] {folder.resolve("missing").toString(), half.toString()}) {
      AtomicInteger told = new AtomicInteger();
      RankThreads.of(RANKS)
          .run(
              armci -> {
                String file = armci.rank() == RANKS - 1 ? bad : good;
                refused(bad, () -> agree(armci, file, Map.of()));
                told.incrementAndGet();
              });
      assertEquals(RANKS, told.get());
    }
  }

  /** Jobs between hosts find the table of their transport; that of the rank at place 0 counts. */
  @Test
  void jobsFindTheTableThatWasTuned() {
    String first = folder.resolve("first").toString();
    String other = folder.resolve("other").toString();
    assertEquals(NONE, tunedChoice(rank -> first, ""));
    assertEquals("ring", tunedChoice(rank -> first, "ring"));
    assertEquals("ring", tunedChoice(rank -> rank == 0 ? first : other, ""));
    assertEquals(NONE, tunedChoice(rank -> rank == 0 ? other : first, ""));
  }

  @Test
  void aTableThatIsCutOffIsIgnored() throws IOException {
    String first = folder.resolve("cut").toString();
    assertEquals("flat", tunedChoice(rank -> first, "flat"));
    try (Stream<Path> files = Files.walk(folder)) {
      Path file = files.filter(Files::isRegularFile).findFirst().orElseThrow();
      String text = Files.readString(file);
      Files.writeString(file, text.substring(0, text.length() - 3));
    }
    assertEquals(NONE, tunedChoice(rank -> first, ""));
  }

  @Test
  void aTableThatNamesNoAlgorithmIsIgnored() {
    String first = folder.resolve("wrong").toString();
    assertEquals(NONE, tunedChoice(rank -> first, "rung"));
  }

  /** The one choice of ranks that are on hosts of their own. */
  private String tunedChoice(IntFunction<String> folders, String written) {
    Set<String> choices = ConcurrentHashMap.newKeySet();
    RankThreads.of(2)
        .over("fake")
        .withEach(BootstrapSettings.HOST_ID, rank -> "host" + rank)
        .run(
            armci -> {
              Map<String, String> mine = Map.of("XDG_CONFIG_HOME", folders.apply(armci.rank()));
              if (armci.rank() == 0 && !written.isEmpty()) {
                write(TunedTable.of(armci, armci.world(), mine), written);
              }
              armci.world().barrier();
              choices.add(choice(GroupSpan.NETWORK, agree(armci, "", mine)));
            });
    assertEquals(1, choices.size(), () -> "choices " + choices);
    return choices.iterator().next();
  }

  private static void write(TunedTable table, String algorithm) {
    TableLine line =
        new TableLine(
            TableLine.Question.ALGORITHM,
            GroupSpan.NETWORK,
            Operation.ALLREDUCE,
            2,
            RANKS,
            Long.MAX_VALUE,
            0,
            algorithm);
    try {
      table.write("a test", List.of(line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Through the front door: the collectives of ranks with a file choose by it and still work. */
  @Test
  void collectivesChooseByIt() throws IOException {
    String far = chosen(machine("far", 1000, 0));
    String busy = chosen(machine("busy", 0, 1000));
    assertNotEquals(far, busy, "the two machines are to differ in what is best");
  }

  /** The choice of the collectives of ranks that are on hosts of their own. */
  private static String chosen(Path machine) {
    Set<String> choices = ConcurrentHashMap.newKeySet();
    RankThreads.of(RANKS)
        .with(CollectivesSettings.MACHINE, machine.toString())
        .over("fake")
        .withEach(BootstrapSettings.HOST_ID, rank -> "host" + rank)
        .run(
            armci -> {
              try (Collectives all = Collectives.of(armci)) {
                choices.add(
                    all.algorithmFor(Operation.ALLREDUCE, 100, ElementType.LONG, Reduction.SUM));
                long[] sum = new long[100];
                long[] mine = new long[sum.length];
                mine[0] = armci.rank();
                all.nonblocking()
                    .allreduce(Elements.of(mine), Elements.of(sum), Reduction.SUM)
                    .await();
                assertEquals(RANKS * (RANKS - 1) / 2, sum[0]);
              }
            });
    assertEquals(1, choices.size(), () -> "choices " + choices);
    return choices.iterator().next();
  }

  @Test
  void ranksThatShareMemoryReadNoFile() {
    RankThreads.of(2)
        .with(CollectivesSettings.MACHINE, folder.resolve("missing").toString())
        .over("local")
        .run(armci -> Collectives.of(armci).close());
  }
}
