package org.armci4j.collectives.running;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.armci4j.bootstrap.Printable;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.CollectivesSettings;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.Reduction;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.direct.DirectCollectives;
import org.armci4j.collectives.selection.Catalogue;
import org.armci4j.error.ArmciException;

/**
 * Holds the algorithms that are forced, and how far reductions may leave the order of the ranks.
 */
public final class Plan {
  private final Map<Operation, String> forced;
  private final boolean anyOrder;

  private Plan(Map<Operation, String> forced, boolean anyOrder) {
    this.forced = forced;
    this.anyOrder = anyOrder;
  }

  /** Returns a plan that forces nothing and keeps the order of the ranks. */
  public static Plan free() {
    return new Plan(Map.of(), false);
  }

  /**
   * Returns the plan of a job.
   *
   * @throws ArmciException when a setting names an operation or algorithm that does not exist
   */
  public static Plan of(Settings settings) {
    Plan plan =
        new Plan(new EnumMap<>(Operation.class), settings.get(CollectivesSettings.ANY_ORDER));
    for (String item : settings.get(CollectivesSettings.ALGORITHMS).split(",", -1)) {
      if (!item.isBlank()) {
        List<String> parts = List.of(item.split("=", -1));
        if (parts.size() != 2) {
          throw new ArmciException(
              Text.format(
                  "setting collectives: '%s' is not of the form operation=algorithm",
                  item.strip()));
        }
        plan = plan.with(operation(parts.get(0).strip()), parts.get(1).strip());
      }
    }
    return plan;
  }

  private static Operation operation(String label) {
    List<String> labels = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      if (operation.label().equals(label)) {
        return operation;
      }
      labels.add(operation.label());
    }
    throw new ArmciException(
        Text.format(
            "there is no collective '%s'; there are %s",
            Printable.line(label), String.join(", ", labels)));
  }

  /**
   * Returns the same plan with one algorithm forced.
   *
   * @throws ArmciException when the operation has no algorithm of that name
   */
  public Plan with(Operation operation, String algorithm) {
    List<String> names = names(operation);
    if (!names.contains(algorithm)) {
      throw new ArmciException(
          Text.format(
              "there is no algorithm '%s' for %s; there are %s",
              Printable.line(algorithm), operation.label(), String.join(", ", names)));
    }
    Map<Operation, String> more = new EnumMap<>(Operation.class);
    more.putAll(forced);
    more.put(operation, algorithm);
    return new Plan(more, anyOrder);
  }

  /** Returns the same plan with leave to combine in any order. */
  public Plan inAnyOrder() {
    return new Plan(forced, true);
  }

  private static List<String> names(Operation operation) {
    Stream<String> portable =
        Catalogue.ALL.stream().filter(one -> one.operation() == operation).map(Algorithm::name);
    return Stream.concat(Stream.of(DirectCollectives.NAME), portable).toList();
  }

  /** Returns the algorithm that is forced, or null. */
  public String forced(Operation operation) {
    return forced.get(operation);
  }

  /** Returns how far an algorithm may leave the order of the ranks. */
  public OperandOrder loosest(Reduction reduction, ElementType type) {
    if (reduction == null) {
      return OperandOrder.NONE;
    }
    if (!anyOrder && !reduction.isExact(type)) {
      return OperandOrder.RANK;
    }
    return reduction.isCommutative() ? OperandOrder.PERMUTED : OperandOrder.BRACKETED;
  }
}
