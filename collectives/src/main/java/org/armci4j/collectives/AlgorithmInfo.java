package org.armci4j.collectives;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.direct.DirectCollectives;
import org.armci4j.collectives.selection.Catalogue;

/**
 * An algorithm that can be forced.
 *
 * @param operation what it does
 * @param name by which it is forced
 * @param order in which it combines: {@code rank} order as one thread would, {@code bracketed} with
 *     the operands in rank order, {@code permuted}; {@code none} where nothing is combined
 * @param everyTransport whether it runs on every transport, or only where all ranks of the group
 *     load and store each other's memory
 * @param source where it comes from
 */
public record AlgorithmInfo(
    Operation operation, String name, String order, boolean everyTransport, String source) {
  static List<AlgorithmInfo> all() {
    return Stream.of(Operation.values()).flatMap(AlgorithmInfo::of).toList();
  }

  private static Stream<AlgorithmInfo> of(Operation operation) {
    return Stream.concat(
        Stream.of(direct(operation)),
        Catalogue.ALL.stream()
            .filter(algorithm -> algorithm.operation() == operation)
            .map(AlgorithmInfo::portable));
  }

  private static AlgorithmInfo direct(Operation operation) {
    String order = label(DirectCollectives.order(operation));
    return new AlgorithmInfo(operation, DirectCollectives.NAME, order, false, "this project");
  }

  private static AlgorithmInfo portable(Algorithm algorithm) {
    return new AlgorithmInfo(
        algorithm.operation(),
        algorithm.name(),
        label(algorithm.order()),
        true,
        algorithm.source());
  }

  private static String label(OperandOrder order) {
    return order.name().toLowerCase(Locale.ROOT);
  }
}
