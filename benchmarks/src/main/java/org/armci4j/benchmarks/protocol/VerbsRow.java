package org.armci4j.benchmarks.protocol;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.armci4j.transport.ListProtocol;

/** What is measured over an RDMA device, by the rows of the paper's table. */
enum VerbsRow {
  /** Registrations, and what the look-up of one takes. */
  R2(Registrations::measure),

  /** Data that are copied in one piece, or in pieces that are sent meanwhile, or not at all. */
  R4(Ways::copies),

  /** Updates of words by the device or by the target's helper thread. */
  R5(Ways::updates),

  /** What the helper thread takes from a target that computes. */
  R6(HelperLoad::measure),

  /** Gets by the device's reads or by writes of the target's helper thread. */
  R7(Ways::gets),

  /** Lists by each protocol; R9 with them. */
  R8(Ways::lists),

  /** Requests and messages of one segment or of as many as there may be. */
  R10(Ways::entries),

  /** The share of a transfer's time that can be computed in. */
  R12(ProtocolRank::overlapByProtocol);

  static final List<ListProtocol> PROTOCOLS =
      List.of(ListProtocol.DIRECT, ListProtocol.PACKED, ListProtocol.ASSISTED);

  private final Consumer<ProtocolRank> measurement;

  VerbsRow(Consumer<ProtocolRank> measurement) {
    this.measurement = measurement;
  }

  void measure(ProtocolRank rank) {
    measurement.accept(rank);
  }

  static String name(ListProtocol protocol) {
    return protocol.name().toLowerCase(Locale.ROOT);
  }
}
