package org.armci4j.benchmarks.collectives;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.armci4j.benchmarks.fit.MachineFit;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.cost.MachineFile;
import org.armci4j.collectives.cost.MachineModel;
import org.armci4j.collectives.selection.ModelTable;
import org.armci4j.collectives.selection.Selection;
import org.armci4j.collectives.selection.TableLine;

/** Prints the choices of the fitted machine, their losses, and the error of its predictions. */
final class TuneReport {
  private static final double NANOS_PER_MICRO = 1000;
  private static final double PERCENT = 100;

  private final List<MachineFit.MeasuredShape> points;
  private final MachineFit fit;
  private final MachineModel machine;
  private final ModelTable table;
  private final List<Long> sizes;

  TuneReport(
      List<MachineFit.MeasuredShape> points,
      MachineFit fit,
      MachineModel machine,
      ModelTable table,
      List<Long> sizes) {
    this.points = points;
    this.fit = fit;
    this.machine = machine;
    this.table = table;
    this.sizes = sizes;
  }

  void print(int ranks, double ranksPerCore, boolean onOneHost) {
    System.out.printf(
        Locale.ROOT, "# %d ranks, %.2f for each core, %s%n", ranks, ranksPerCore, where(onOneHost));
    System.out.print(MachineFile.text(machine));
    List<TableLine> lines = table.lines(ranks);
    System.out.println();
    lines.forEach(System.out::println);
    losses(new Selection(lines, table.span(), ranks));
    List<MachineFit.MeasuredShape> fitted = TuneCollectives.everySecond(points);
    List<MachineFit.MeasuredShape> others = new ArrayList<>(points);
    others.removeAll(fitted);
    System.out.println();
    System.out.printf(
        Locale.ROOT,
        "error of the prediction, median of %d points it was fitted to: %.0f %%%n",
        fitted.size(),
        PERCENT * medianError(fitted));
    System.out.printf(
        Locale.ROOT,
        "error of the prediction, median of %d others: %.0f %%%n",
        others.size(),
        PERCENT * medianError(others));
  }

  private static String where(boolean onOneHost) {
    return onOneHost ? "on one host" : "on several hosts";
  }

  /** Prints for each operation and size the chosen algorithm beside the fastest one. */
  private void losses(Selection selection) {
    System.out.println();
    System.out.printf(
        Locale.ROOT,
        "%-14s %8s  %-26s %10s %10s  %-26s %10s %8s%n",
        "operation",
        "bytes",
        "chosen",
        "predicted",
        "measured",
        "fastest",
        "measured",
        "slower");
    for (Operation operation : CollectivePoints.OPERATIONS) {
      for (long bytes : operation == Operation.BARRIER ? List.of(0L) : sizes) {
        List<MachineFit.MeasuredShape> all =
            points.stream()
                .filter(one -> one.shape().operation() == operation && one.shape().bytes() == bytes)
                .toList();
        Algorithm choice = selection.choose(all.getFirst().shape(), OperandOrder.PERMUTED);
        MachineFit.MeasuredShape chosen =
            all.stream().filter(one -> one.algorithm().equals(choice)).findFirst().orElseThrow();
        loss(chosen, all);
      }
    }
  }

  private void loss(MachineFit.MeasuredShape chosen, List<MachineFit.MeasuredShape> all) {
    MachineFit.MeasuredShape fastest =
        all.stream().min(Comparator.comparingDouble(MachineFit.MeasuredShape::nanos)).orElseThrow();
    System.out.printf(
        Locale.ROOT,
        "%-14s %8d  %-26s %7s us %7s us  %-26s %7s us %6.0f %%%n",
        chosen.shape().operation().label(),
        chosen.shape().bytes(),
        chosen.algorithm().name(),
        micros(fit.predict(machine, chosen.algorithm(), chosen.shape())),
        micros(chosen.nanos()),
        fastest.algorithm().name(),
        micros(fastest.nanos()),
        PERCENT * (chosen.nanos() / fastest.nanos() - 1));
  }

  private double medianError(List<MachineFit.MeasuredShape> some) {
    double[] errors =
        some.stream()
            .mapToDouble(
                one ->
                    Math.abs(fit.predict(machine, one.algorithm(), one.shape()) / one.nanos() - 1))
            .sorted()
            .toArray();
    return errors[errors.length / 2];
  }

  private static String micros(double nanos) {
    return Text.format("%.2f", nanos / NANOS_PER_MICRO);
  }
}
