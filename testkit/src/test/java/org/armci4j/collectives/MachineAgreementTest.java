package org.armci4j.collectives;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.cost.MachineFile;
import org.armci4j.collectives.cost.MachineModel;
import org.armci4j.collectives.selection.CostSelection;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks choose alike, whatever files they have been given. */
class MachineAgreementTest {
  private static final int RANKS = 8;
  private static final String NONE = "none";

  @TempDir private Path folder;

  /** A machine on which nothing but the latency of a message, or its overhead, takes time. */
  private Path machine(String name, double latencyNanos, double overheadNanos) throws IOException {
    LogGP level = new LogGP(0, latencyNanos, overheadNanos, 0, 0, 0, 0, 0, 0, 0);
    String text = MachineFile.text(new MachineModel(level, level, 0, 0));
    return Files.writeString(folder.resolve(name), text);
  }

  private static LogGP agree(Armci armci, String file) {
    return MachineAgreement.of(
        armci,
        armci.world(),
        ArmciSettings.builder()
            .set(CollectivesSettings.MACHINE, file)
            .resolve()
            .with(CollectivesSettings.ALL));
  }

  private static String choice(LogGP machine) {
    if (machine == null) {
      return NONE;
    }
    Shape shape = new Shape(Operation.ALLREDUCE, 0, RANKS, 0, 100, Long.BYTES);
    return new CostSelection(machine, RANKS).choose(shape, OperandOrder.PERMUTED).name();
  }

  /** The one choice of all ranks. */
  private static String choice(IntFunction<String> files) {
    Set<String> choices = ConcurrentHashMap.newKeySet();
    RankThreads.of(RANKS)
        .run(armci -> choices.add(choice(agree(armci, files.apply(armci.rank())))));
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
                refused(bad, () -> agree(armci, file));
                told.incrementAndGet();
              });
      assertEquals(RANKS, told.get());
    }
  }

  /** Through the front door: the collectives of ranks with a file choose by it and still work. */
  @Test
  void collectivesChooseByIt() throws IOException {
    String far = machine("far", 1000, 0).toString();
    RankThreads.of(RANKS)
        .with(CollectivesSettings.MACHINE, far)
        .over("local")
        .run(
            armci -> {
              try (Collectives all = Collectives.of(armci)) {
                long[] sum = new long[100];
                long[] mine = new long[sum.length];
                mine[0] = armci.rank();
                all.nonblocking()
                    .allreduce(Elements.of(mine), Elements.of(sum), Reduction.SUM)
                    .await();
                assertEquals(RANKS * (RANKS - 1) / 2, sum[0]);
              }
            });
  }
}
