package org.armci4j;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.armci4j.bootstrap.text.Text;

/**
 * Which transports the ranks of a job can use, as they have told each other. All ranks hold the
 * same offers, so they all come to the same choice.
 */
final class NetworkOffers {
  private static final String LINE = "\n";
  private static final String GAP = "\t";

  private final int rank;

  /** By rank: of each transport, in order of preference, why it cannot be used, or "". */
  private final List<Map<String, String>> reasons;

  private NetworkOffers(int rank, List<Map<String, String>> reasons) {
    this.rank = rank;
    this.reasons = reasons;
  }

  /** Returns the message of a rank: of each transport why it cannot be used, or "". */
  static byte[] encode(Map<String, String> reasons) {
    return reasons.entrySet().stream()
        .map(entry -> entry.getKey() + GAP + entry.getValue().replace(LINE, " "))
        .collect(Collectors.joining(LINE))
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads the messages of all ranks.
   *
   * @param rank the own rank
   * @param messages by rank
   */
  static NetworkOffers decode(int rank, List<byte[]> messages) {
    return new NetworkOffers(rank, messages.stream().map(NetworkOffers::decode).toList());
  }

  private static Map<String, String> decode(byte[] message) {
    Map<String, String> reasons = new LinkedHashMap<>();
    for (String line : new String(message, StandardCharsets.UTF_8).split(LINE, -1)) {
      String[] parts = line.split(GAP, 2);
      reasons.put(parts[0], parts[1]);
    }
    return reasons;
  }

  /** Returns the first transport, in the order of rank 0, that all ranks can use; else null. */
  String common() {
    return reasons.getFirst().keySet().stream()
        .filter(name -> whyNot(name).isEmpty())
        .findFirst()
        .orElse(null);
  }

  /** Returns why a transport cannot be used: this rank's reason, or the first other rank's. */
  String whyNot(String name) {
    String own = reason(rank, name);
    if (!own.isEmpty()) {
      return own;
    }
    for (int other = 0; other < reasons.size(); other++) {
      String reason = reason(other, name);
      if (!reason.isEmpty()) {
        return Text.format("rank %d says: %s", other, reason);
      }
    }
    return "";
  }

  private String reason(int of, String name) {
    return reasons.get(of).getOrDefault(name, "it is not on its class path");
  }

  /** Returns a line for each transport that a rank has named. */
  String listed() {
    return reasons.getFirst().keySet().stream()
        .map(name -> LINE + "  " + name + ": " + whyNot(name))
        .collect(Collectors.joining());
  }
}
