package org.armci4j.collectives;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.Printable;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.error.ArmciException;

/**
 * Holds the algorithms that are forced, and how far reductions may leave the order of the ranks.
 */
final class Plan {
  private final Map<Operation, String> forced;
  private final boolean anyOrder;

  private Plan(Map<Operation, String> forced, boolean anyOrder) {
    this.forced = forced;
    this.anyOrder = anyOrder;
  }

  /** One that forces nothing and keeps the order of the ranks. */
  static Plan free() {
    return new Plan(Map.of(), false);
  }

  static Plan of(Settings settings) {
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

  Plan with(Operation operation, String algorithm) {
    List<String> names =
        AlgorithmInfo.all().stream()
            .filter(info -> info.operation() == operation)
            .map(AlgorithmInfo::name)
            .toList();
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

  Plan inAnyOrder() {
    return new Plan(forced, true);
  }

  /** Returns the algorithm that is forced, or null. */
  String forced(Operation operation) {
    return forced.get(operation);
  }

  /** Returns how far an algorithm may leave the order of the ranks. */
  OperandOrder loosest(Reduction reduction, ElementType type) {
    if (reduction == null) {
      return OperandOrder.NONE;
    }
    if (!anyOrder && !reduction.isExact(type)) {
      return OperandOrder.RANK;
    }
    return reduction.isCommutative() ? OperandOrder.PERMUTED : OperandOrder.BRACKETED;
  }
}
