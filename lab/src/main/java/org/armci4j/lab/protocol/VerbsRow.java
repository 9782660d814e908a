package org.armci4j.lab.protocol;

import java.util.List;
import java.util.Locale;
import org.armci4j.transport.ListProtocol;

/** What is measured over an RDMA device, by the rows of the paper's table. */
enum VerbsRow {
  /** Registrations, and what the look-up of one takes. */
  R2,

  /** Data that are copied in one piece, or in pieces that are sent meanwhile, or not at all. */
  R4,

  /** Updates of words by the device or by the target's helper thread. */
  R5,

  /** What the helper thread takes from a target that computes. */
  R6,

  /** Gets by the device's reads or by writes of the target's helper thread. */
  R7,

  /** Lists by each protocol; R9 with them. */
  R8,

  /** Requests and messages of one segment or of as many as there may be. */
  R10,

  /** The share of a transfer's time that can be computed in. */
  R12;

  static final List<ListProtocol> PROTOCOLS =
      List.of(ListProtocol.DIRECT, ListProtocol.PACKED, ListProtocol.ASSISTED);

  void measure(ProtocolRank rank) {
    switch (this) {
      case R2 -> Registrations.measure(rank);
      case R4 -> Ways.copies(rank);
      case R5 -> Ways.updates(rank);
      case R6 -> HelperLoad.measure(rank);
      case R7 -> Ways.gets(rank);
      case R8 -> Ways.lists(rank);
      case R10 -> Ways.entries(rank);
      case R12 -> rank.overlapByProtocol();
    }
  }

  static String name(ListProtocol protocol) {
    return protocol.name().toLowerCase(Locale.ROOT);
  }
}
