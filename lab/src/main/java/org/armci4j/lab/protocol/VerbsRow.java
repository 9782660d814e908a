package org.armci4j.lab.protocol;

import java.util.List;
import java.util.Locale;
import org.armci4j.transport.ListProtocol;

/** Rows of the paper's table that are measured over an RDMA device. */
enum VerbsRow {
  /** Registrations: their number, and the time of a look-up. */
  R2,

  /** Transfers that copy the data in one piece, in pieces sent meanwhile, or not at all. */
  R4,

  /** Updates of words, by the device or by the target's helper thread. */
  R5,

  /** Cost of the helper thread to a target that computes. */
  R6,

  /** Gets, by the device's reads, by writes of the target's helper thread, or copied. */
  R7,

  /** Lists by each protocol; includes row R9. */
  R8,

  /** Requests and messages of one segment each, or of as many as fit. */
  R10,

  /** Share of a transfer's time in which a rank can compute. */
  R12;

  static final List<ListProtocol> PROTOCOLS =
      List.of(ListProtocol.DIRECT, ListProtocol.PACKED, ListProtocol.ASSISTED);

  void measure(ProtocolRank rank) {
    switch (this) {
      case R2 -> Registrations.measure(rank);
      case R4 -> ProtocolFigures.copies(rank);
      case R5 -> ProtocolFigures.updates(rank);
      case R6 -> HelperLoad.measure(rank);
      case R7 -> ProtocolFigures.gets(rank);
      case R8 -> ProtocolFigures.lists(rank);
      case R10 -> ProtocolFigures.entries(rank);
      case R12 -> rank.overlapByProtocol();
    }
  }

  static String name(ListProtocol protocol) {
    return protocol.name().toLowerCase(Locale.ROOT);
  }
}
