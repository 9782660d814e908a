package org.armci4j.benchmarks.collectives;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.benchmarks.collectives.CollectivePoint.Kind;
import org.armci4j.benchmarks.fit.AlgorithmTimes;
import org.armci4j.benchmarks.fit.MachineFit;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.MachineFile;
import org.armci4j.collectives.cost.MachineModel;
import org.armci4j.collectives.selection.Catalogue;
import org.armci4j.collectives.selection.GroupSpan;
import org.armci4j.collectives.selection.ModelTable;
import org.armci4j.collectives.selection.TableLine;
import org.armci4j.collectives.selection.TunedTable;

/**
 * Runs {@code armci tune --collectives}. Measures every portable algorithm in its job and fits a
 * machine in LogGP's terms to the times. Then prints the choices of that machine, and how good they
 * are.
 *
 * <p>The machine is fitted to every second size only. The other sizes show how well it predicts.
 */
public final class TuneCollectives implements AutoCloseable {
  private static final List<Long> SIZES =
      List.of(8L, 64L, 512L, 4L << 10, 16L << 10, 64L << 10, 256L << 10, 1L << 20);

  private static final int ELEMENT_BYTES = 8;

  private final Armci armci;
  private final Collectives collectives;
  private final GlobalMemory memory;
  private final AlgorithmTimes times;

  private TuneCollectives(Armci armci) {
    this.armci = armci;
    this.collectives = Collectives.of(armci);
    List<CollectivePoint> points = new ArrayList<>();
    List<Algorithm> algorithms = new ArrayList<>();
    for (Operation operation : CollectivePoints.OPERATIONS) {
      for (Algorithm algorithm : Catalogue.ALL) {
        for (long bytes : operation == Operation.BARRIER ? List.of(0L) : SIZES) {
          if (algorithm.operation() == operation
              && algorithm.serves().test(shape(operation, bytes))) {
            points.add(
                new CollectivePoint(operation, bytes, algorithm.name(), Kind.LIBRARY, false));
            algorithms.add(algorithm);
          }
        }
      }
    }
    this.memory =
        armci.allocate(
            points.stream()
                .mapToLong(point -> PointBuffers.sharedBytes(point, armci.size()))
                .max()
                .orElseThrow());
    List<AlgorithmTimes.TimedCall> calls = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      CollectivePoint point = points.get(i);
      PointBuffers buffers = PointBuffers.shared(point, armci.size(), memory);
      Shape shape = shape(point.operation(), point.sizeBytes());
      PointCalls library = new LibraryCalls(point, collectives, buffers);
      calls.add(new AlgorithmTimes.TimedCall(algorithms.get(i), shape, () -> library.perform(1)));
    }
    this.times = new AlgorithmTimes(armci, collectives, calls);
  }

  private Shape shape(Operation operation, long bytes) {
    return new Shape(
        operation, armci.rank(), armci.size(), 0, bytes / ELEMENT_BYTES, ELEMENT_BYTES);
  }

  /**
   * Runs on every rank.
   *
   * @param args the file for the machine, or none
   * @throws IOException when it cannot be written
   */
  public static void main(String[] args) throws IOException {
    try (Armci armci = Armci.open();
        TuneCollectives tune = new TuneCollectives(armci)) {
      if (armci.size() < 2) {
        throw new IllegalArgumentException("armci tune --collectives needs two ranks or more");
      }
      if (armci.rank() == 0) {
        tune.lead(args.length == 0 ? null : Path.of(args[0]));
      } else {
        tune.times.follow();
      }
    }
  }

  private void lead(Path file) throws IOException {
    List<MachineFit.MeasuredShape> points = times.measure();
    double ranksHere = armci.domains().ranks(armci.domains().mine()).length;
    double ranksPerCore = ranksHere / Runtime.getRuntime().availableProcessors();
    boolean onOneHost = armci.domains().count() == 1;
    MachineFit fit = new MachineFit(everySecond(points), ranksPerCore, onOneHost);
    MachineModel machine = fit.from(MachineModel.typical());
    ModelTable table =
        new ModelTable(
            machine.onSharedCores(ranksPerCore).level(onOneHost),
            GroupSpan.of(armci, armci.world()));
    new TuneReport(points, fit, machine, table, SIZES).print(armci.size(), ranksPerCore, onOneHost);
    if (file != null) {
      Files.writeString(file, MachineFile.text(machine));
      System.out.printf(
          Locale.ROOT,
          "written to %s; to use it: export ARMCI_COLLECTIVES_MACHINE=%s%n",
          file,
          file.toAbsolutePath());
    }
    keep(table);
  }

  /** Writes the table to where later jobs over this transport find it. */
  private void keep(ModelTable table) {
    TunedTable tuned = TunedTable.of(armci, armci.world(), System.getenv());
    if (tuned == null) {
      System.out.println("no table is kept: ranks that share memory take none of these algorithms");
      return;
    }
    String head =
        Text.format(
            "armci tune --collectives, %s, %d ranks",
            LocalDate.now(ZoneId.systemDefault()), armci.size());
    List<TableLine> lines = new ArrayList<>(table.lines(armci.size())); // those that were printed
    lines.addAll(table.lines());
    try {
      tuned.write(head, lines);
      System.out.printf(
          Locale.ROOT,
          "kept in %s, where jobs over %s find it%n",
          tuned.file(),
          armci.transportName());
    } catch (IOException e) {
      System.out.printf(Locale.ROOT, "no table is kept for later jobs: %s%n", e);
    }
  }

  /** Returns the points of every second size; the others check the fit. */
  static List<MachineFit.MeasuredShape> everySecond(List<MachineFit.MeasuredShape> points) {
    return MachineFit.everySecond(points, SIZES);
  }

  /** Frees the memory of all ranks. Collective. */
  @Override
  public void close() {
    collectives.close();
    armci.free(memory);
    times.close();
  }
}
