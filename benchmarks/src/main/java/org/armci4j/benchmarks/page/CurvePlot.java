package org.armci4j.benchmarks.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.bootstrap.text.Text;

/**
 * Draws an operation over its size on logarithmic axes: a curve for each subject through the
 * medians, and a band from the fastest repetition to the 90th percentile.
 */
final class CurvePlot {
  private static final double HEIGHT = 250;
  private static final double LEFT = 62;
  private static final double RIGHT = PagePlot.WIDTH - 22;
  private static final double TOP = 8;
  private static final double BOTTOM = HEIGHT - 24;

  /** Least distance of two labels below the plot. */
  private static final double LABEL_WIDTH = 54;

  private final Subjects subjects;
  private final boolean bandwidth;

  /** Prepares plots of times, or of bandwidths. */
  CurvePlot(Subjects subjects, boolean bandwidth) {
    this.subjects = subjects;
    this.bandwidth = bandwidth;
  }

  /** Returns one plot. The figures of a subject stand in the order of their sizes. */
  PagePlot of(String title, List<Measurement> figures) {
    return new PagePlot(title, PagePlot.WIDTH, HEIGHT, svg -> draw(svg, figures));
  }

  private void draw(Svg svg, List<Measurement> figures) {
    DoubleFunction<String> name = bandwidth ? Quantity::bandwidth : Quantity::time;
    Axis x = Axis.logarithmic(figures.stream().mapToDouble(CurvePlot::bytes), LEFT, RIGHT);
    Axis y =
        Axis.logarithmic(
            figures.stream().flatMapToDouble(one -> DoubleStream.of(fast(one), slow(one))),
            BOTTOM,
            TOP);
    svg.columns(x, labels(figures, x), TOP, BOTTOM, tick -> Quantity.size((long) tick));
    svg.rows(y, LEFT, RIGHT, name);
    List<String> names = figures.stream().map(Measurement::subject).distinct().toList();
    for (String subject : names.reversed()) { // this system on top
      List<Measurement> curve =
          figures.stream().filter(one -> one.subject().equals(subject)).toList();
      svg.path("band " + subjects.style(subject), band(curve, x, y), "");
      svg.path("curve " + subjects.style(subject), curve(curve, x, y), "");
      for (Measurement one : curve) {
        svg.path(
            "mark " + subjects.style(subject),
            subjects.mark(subject, x.at(bytes(one)), y.at(value(one, one.median()))),
            Text.format(
                "%s, %s: %s (%s to %s)",
                Subjects.label(subject),
                Quantity.size(one.sizeBytes()),
                name.apply(value(one, one.median())),
                name.apply(fast(one)),
                name.apply(slow(one))));
      }
    }
  }

  private static double bytes(Measurement one) {
    return (double) one.sizeBytes();
  }

  private double value(Measurement one, double nanos) {
    return bandwidth ? one.sizeBytes() / nanos : nanos;
  }

  private double fast(Measurement one) {
    return value(one, one.min());
  }

  private double slow(Measurement one) {
    return value(one, one.p90());
  }

  /** Returns the sizes that have room for their labels. */
  private static List<Double> labels(List<Measurement> figures, Axis x) {
    List<Double> labels = new ArrayList<>();
    double[] sizes = figures.stream().mapToDouble(CurvePlot::bytes).distinct().sorted().toArray();
    for (double size : sizes) {
      if (labels.isEmpty() || x.at(size) - x.at(labels.getLast()) >= LABEL_WIDTH) {
        labels.add(size);
      }
    }
    return labels;
  }

  private String curve(List<Measurement> curve, Axis x, Axis y) {
    StringBuilder path = new StringBuilder();
    for (Measurement one : curve) {
      step(path, x.at(bytes(one)), y.at(value(one, one.median())));
    }
    return path.toString();
  }

  private String band(List<Measurement> curve, Axis x, Axis y) {
    StringBuilder path = new StringBuilder();
    for (Measurement one : curve) {
      step(path, x.at(bytes(one)), y.at(fast(one)));
    }
    for (Measurement one : curve.reversed()) {
      step(path, x.at(bytes(one)), y.at(slow(one)));
    }
    return path.append('z').toString();
  }

  private static void step(StringBuilder path, double x, double y) {
    path.append(path.isEmpty() ? "M" : "L").append(Text.format("%.1f,%.1f", x, y));
  }
}
