package org.armci4j;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.Place;

/**
 * What each rank tells all others first.
 *
 * @param number a random number; that of rank 0 is the job's
 * @param place where the rank lives
 * @param transport its setting {@code transport}
 * @param network its setting {@code network}
 */
record PlaceMessage(long number, Place place, String transport, String network) {
  private static final String LINE = "\n";

  /** Returns this rank's. */
  static PlaceMessage of(String hostId, Settings settings) {
    return new PlaceMessage(
        ThreadLocalRandom.current().nextLong(),
        new Place(hostId, ProcessHandle.current().pid()),
        settings.get(ArmciSettings.TRANSPORT),
        settings.get(ArmciSettings.NETWORK));
  }

  byte[] encode() {
    String words = String.join(LINE, transport, network, place.hostId());
    byte[] text = words.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(2 * Long.BYTES + text.length)
        .putLong(number)
        .putLong(place.processId())
        .put(text)
        .array();
  }

  static PlaceMessage decode(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long number = buffer.getLong();
    long processId = buffer.getLong();
    String[] words = StandardCharsets.UTF_8.decode(buffer).toString().split(LINE, 3);
    return new PlaceMessage(number, new Place(words[2], processId), words[0], words[1]);
  }

  /**
   * Requires that all ranks ask for the same transport: otherwise they would wait for each other.
   *
   * @param messages by rank
   * @throws SetupException with the ranks that differ
   */
  static void requireOneWish(List<PlaceMessage> messages) {
    PlaceMessage first = messages.getFirst();
    for (int rank = 1; rank < messages.size(); rank++) {
      PlaceMessage other = messages.get(rank);
      requireSame(ArmciSettings.TRANSPORT.name(), first.transport, rank, other.transport);
      requireSame(ArmciSettings.NETWORK.name(), first.network, rank, other.network);
    }
  }

  private static void requireSame(String name, String first, int rank, String other) {
    if (!other.equals(first)) {
      throw new SetupException(
          Text.format(
              "the setting %s is '%s' on rank 0 and '%s' on rank %d: set the same on all ranks",
              name, first, other, rank));
    }
  }
}
