package org.armci4j.lab.simulator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Draws time against ranks, a line for each algorithm. */
final class Plot {
  private static final int WIDTH = 1100;
  private static final int HEIGHT = 700;
  private static final double NANOS_PER_MICRO = 1e3;

  /** Ratio of longest to shortest time from which on powers of ten suffice as marks. */
  private static final double WIDE = 30;

  private Plot() {}

  static void write(SimulationRequest request, List<SimulatedRun> figures, Path file)
      throws IOException {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(
                Text.format(
                    "%s of %d bytes",
                    request.operation().label(), request.count() * request.elementBytes()))
            .xAxisTitle("ranks")
            .yAxisTitle("microseconds")
            .build();
    chart.getStyler().setXAxisLogarithmic(true);
    if (spread(figures) > WIDE) {
      chart.getStyler().setYAxisLogarithmic(true);
    } else {
      chart.getStyler().setYAxisMin(0.0);
    }
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    byAlgorithm(figures).forEach((name, line) -> addTo(chart, name, line));
    String name = file.toString();
    if (name.endsWith(".svg")) {
      VectorGraphicsEncoder.saveVectorGraphic(chart, name, VectorGraphicsFormat.SVG);
    } else {
      BitmapEncoder.saveBitmap(chart, name, BitmapFormat.PNG);
    }
  }

  /** Returns the ratio of the longest to the shortest time. */
  private static double spread(List<SimulatedRun> figures) {
    double shortest = figures.stream().mapToDouble(SimulatedRun::nanos).min().orElse(1);
    return figures.stream().mapToDouble(SimulatedRun::nanos).max().orElse(1) / shortest;
  }

  private static Map<String, List<SimulatedRun>> byAlgorithm(List<SimulatedRun> figures) {
    Map<String, List<SimulatedRun>> lines = new LinkedHashMap<>();
    for (SimulatedRun figure : figures) {
      lines.computeIfAbsent(figure.algorithm(), name -> new ArrayList<>()).add(figure);
    }
    return lines;
  }

  private static void addTo(XYChart chart, String name, List<SimulatedRun> line) {
    double[] ranks = line.stream().mapToDouble(SimulatedRun::ranks).toArray();
    double[] micros = line.stream().mapToDouble(one -> one.nanos() / NANOS_PER_MICRO).toArray();
    chart.addSeries(name, ranks, micros);
  }
}
