package org.armci4j.collectives.selection;

import static org.armci4j.collectives.algorithm.OperandOrder.BRACKETED;
import static org.armci4j.collectives.algorithm.OperandOrder.NONE;
import static org.armci4j.collectives.algorithm.OperandOrder.PERMUTED;
import static org.armci4j.collectives.algorithm.OperandOrder.RANK;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.MachineModel;
import org.junit.jupiter.api.Test;

/**
 * Pins what the shipped table chooses. Each line of {@code choices.txt} has an operation, ranks,
 * and the ways, each behind the shortest call that takes it. After a change that is meant, take
 * over what the failure prints.
 */
class SelectionTest {
  private static final int[] RANKS = {1, 2, 3, 4, 8, 16, 17};
  private static final long LONGEST = 1 << 24;

  @Test
  void theShippedTableChoosesAsPinned() throws IOException {
    List<String> choices = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      for (int ranks : RANKS) {
        choices(choices, operation, ranks);
      }
    }
    try (InputStream pinned = SelectionTest.class.getResourceAsStream("choices.txt")) {
      String expected = new String(pinned.readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(expected.strip(), String.join("\n", choices));
    }
  }

  private static void choices(List<String> to, Operation operation, int ranks) {
    String head = operation.label() + " " + ranks + " ";
    Selection network = new Selection(List.of(), GroupSpan.NETWORK, ranks);
    for (OperandOrder order : orders(operation)) {
      to.add(head + order + ways(operation, ranks, shape -> network.choose(shape, order).name()));
    }
    to.add(
        head
            + "unequal"
            + ways(operation, ranks, shape -> network.choose(unequal(shape), RANK).name()));
    to.add(head + "levels" + ways(operation, ranks, shape -> levels(network, shape)));
    for (GroupSpan span : List.of(GroupSpan.HOST, GroupSpan.CROWDED_HOST)) {
      Selection host = new Selection(List.of(), span, ranks);
      to.add(head + span + ways(operation, ranks, shape -> direct(host, shape)));
    }
  }

  private static List<OperandOrder> orders(Operation operation) {
    return switch (operation) {
      case REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN, EXSCAN -> List.of(RANK, BRACKETED, PERMUTED);
      default -> List.of(NONE);
    };
  }

  private static Shape unequal(Shape shape) {
    Shape.Parts parts = new Shape.Parts(new long[shape.size()], new long[shape.size()]);
    return new Shape(
        shape.operation(), 0, shape.size(), 0, shape.count(), shape.elementBytes(), parts, parts);
  }

  /** Asks for one form in levels after the other. */
  private static String levels(Selection selection, Shape shape) {
    List<String> asked = new ArrayList<>();
    selection.level(
        shape,
        PERMUTED,
        (form, _, _) -> {
          asked.add(form.name());
          return false;
        });
    return String.join("+", asked);
  }

  private static String direct(Selection selection, Shape shape) {
    return selection.copy(shape)
        + (selection.isAtOnce(shape) ? "+at-once" : "")
        + (selection.isForKernel(shape) ? "" : "+no-kernel");
  }

  private static String ways(Operation operation, int ranks, Function<Shape, String> choice) {
    StringBuilder ways = new StringBuilder();
    long from = 0;
    while (from <= LONGEST) {
      String way = choice.apply(shape(operation, ranks, from));
      ways.append(", ").append(from).append(' ').append(way);
      for (long step = LONGEST; step > 0; step /= 2) {
        while (from <= LONGEST && choice.apply(shape(operation, ranks, from + step)).equals(way)) {
          from += step;
        }
      }
      from++;
    }
    return ways.toString().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Shape shape(Operation operation, int ranks, long bytes) {
    return new Shape(operation, 0, ranks, 0, bytes, 1);
  }

  /** A text that was written chooses what the costs do. */
  @Test
  void linesOfAModelChooseTheCheapest() {
    ModelTable model = new ModelTable(MachineModel.typical().between(), GroupSpan.NETWORK);
    List<String> texts = model.lines().stream().map(TableLine::toString).toList();
    List<TableLine> lines = TableLine.parse(String.join("\n", texts));
    assertEquals(model.lines(), lines);
    for (int ranks : new int[] {2, 3, 4, 8, 64}) {
      Selection selection = new Selection(lines, GroupSpan.NETWORK, ranks);
      for (Operation operation : Operation.values()) {
        for (OperandOrder order : orders(operation)) {
          for (int bits = 3; bits < 24; bits++) {
            long count = operation == Operation.BARRIER ? 0 : 1L << (bits - 3);
            Shape shape = new Shape(operation, 0, ranks, 0, count, Long.BYTES);
            double least =
                Catalogue.ALL.stream()
                    .filter(one -> one.fits(shape, order))
                    .mapToDouble(one -> one.nanos(shape, model.machine()))
                    .min()
                    .orElseThrow();
            Algorithm chosen = selection.choose(shape, order);
            assertEquals(least, chosen.nanos(shape, model.machine()), chosen + " for " + shape);
          }
        }
      }
    }
  }

  /** What was measured serves its sizes and parts of equal length; the shipped table the others. */
  @Test
  void measuredLinesStandBeforeTheShippedOnes() {
    List<TableLine> lines = TableLine.parse("algorithm network broadcast 2-4 512 flat");
    Shape at = shape(Operation.BROADCAST, 4, 512);
    Selection selection = new Selection(lines, GroupSpan.NETWORK, 4);
    assertEquals("flat", selection.choose(at, NONE).name());
    assertEquals("binomial", selection.choose(shape(Operation.BROADCAST, 4, 513), NONE).name());
    assertEquals("binomial", selection.choose(unequal(at), NONE).name());
    assertEquals("binomial", new Selection(lines, GroupSpan.HOST, 4).choose(at, NONE).name());
    assertEquals("binomial", new Selection(lines, GroupSpan.NETWORK, 5).choose(at, NONE).name());
  }

  @Test
  void whatIsNoLineIsRefused() {
    for (String text :
        List.of(
            "algorithm network broadcast any 512",
            "algorithm network broadcasts any 512 flat",
            "algorithm far broadcast any 512 flat",
            "algorithm network broadcast few 512 flat",
            "algorithm network broadcast any 512GiB flat",
            "algorithm network broadcast any < flat",
            "algorithm network broadcast any /n flat",
            "algorithm network broadcast any <<4KiB flat",
            "algorithm network broadcast any -8 flat",
            "algorithm network broadcast any 9007199254740992KiB flat",
            "algorithm network broadcast any 4KiB/n^3 flat",
            "algorithm network broadcast 7-2 4KiB flat",
            "algorithm network broadcast 0 4KiB flat")) {
      assertThrows(IllegalArgumentException.class, () -> TableLine.parse(text), text);
    }
  }
}
