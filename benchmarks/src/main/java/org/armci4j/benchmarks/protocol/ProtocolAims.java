package org.armci4j.benchmarks.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.bootstrap.text.Text;

/** What the figures of lists and of overlap should come to, and whether they do. */
final class ProtocolAims {
  private static final double SHARE = 0.95;
  private static final double OF_CONTIGUOUS = 0.9;
  private static final double BUSY = 1 / 0.9;
  private static final double PACKED = 3;
  private static final long LONG_SEGMENT_BYTES = 2 << 10;
  private static final long SHORT_SEGMENT_BYTES = 64;
  private static final String BUSY_NAME = ", busy";

  private final List<Measurement> figures;
  private final List<String> lines = new ArrayList<>();

  private ProtocolAims(List<Measurement> figures) {
    this.figures = figures;
  }

  static List<String> lines(List<Measurement> figures) {
    ProtocolAims aims = new ProtocolAims(figures);
    aims.overlap();
    aims.lists("put");
    aims.lists("get");
    return aims.lines;
  }

  private void overlap() {
    figures.stream()
        .filter(one -> one.subject().equals("share"))
        .forEach(
            one ->
                line(
                    one.median() >= SHARE,
                    one.operation() + " " + one.sizeBytes(),
                    "can be computed in, of its time",
                    one.median(),
                    "at least " + SHARE));
  }

  private void lists(String operation) {
    OptionalDouble whole = whole(operation);
    boolean best = false;
    boolean measured = false;
    String name = operation + "-list";
    for (Measurement one : figures) {
      if (!one.operation().equals("R8 " + name)) {
        continue;
      }
      long size = one.sizeBytes();
      OptionalDouble direct = nanos(name, size, "direct");
      OptionalDouble packed = nanos(name, size, "packed");
      if (one.subject().equals("packed") && size <= SHORT_SEGMENT_BYTES && direct.isPresent()) {
        compare(one, "times as fast as direct", direct.getAsDouble() / one.median(), PACKED);
      }
      if (one.subject().equals("assisted")) {
        measured = true;
        best |= one.median() < direct.orElse(0) && one.median() < packed.orElse(0);
        if (size >= LONG_SEGMENT_BYTES && whole.isPresent()) {
          double part = whole.getAsDouble() / one.median();
          compare(one, "of contiguous bandwidth", part, OF_CONTIGUOUS);
        }
        nanos(name + BUSY_NAME, size, "assisted")
            .ifPresent(
                busy ->
                    line(
                        busy <= BUSY * one.median(),
                        one.operation() + " " + size + " assisted",
                        "times as long when the target computes",
                        busy / one.median(),
                        Text.format("at most %.2f", BUSY)));
      }
    }
    if (measured) {
      line(best, "R8 " + name, "assisted is the best of three for a size", best ? 1 : 0, "1");
    }
  }

  /**
   * How long the same bytes take that lie together: as one transfer or, where a device takes longer
   * for one long message than for some shorter ones, in the longest segments.
   */
  private OptionalDouble whole(String operation) {
    return DoubleStream.concat(
            nanos(operation, MeasuredPair.LIST_BYTES, "contiguous").stream(),
            nanos(operation + "-list", Ways.LONGEST_SEGMENT_BYTES, "direct").stream())
        .min();
  }

  private void compare(Measurement one, String what, double ratio, double aim) {
    String name = Text.format("%s %d %s", one.operation(), one.sizeBytes(), one.subject());
    line(ratio >= aim, name, what, ratio, "at least " + aim);
  }

  private OptionalDouble nanos(String operation, long sizeBytes, String way) {
    return figures.stream()
        .filter(one -> one.operation().equals("R8 " + operation) && one.subject().equals(way))
        .filter(one -> one.sizeBytes() == sizeBytes)
        .mapToDouble(Measurement::median)
        .findFirst();
  }

  private void line(boolean met, String name, String what, double value, String aim) {
    lines.add(
        Text.format("%-7s %s: %.2f %s, aim %s", met ? "met" : "NOT MET", name, value, what, aim));
  }
}
