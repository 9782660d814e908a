package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.Network;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.RemoteKey;

/**
 * Registered memory in which the helper thread gathers data until the network has written them to
 * the origins. Only the helper thread uses it.
 */
final class PackedAnswers {
  /** Pieces that can be gathered or under way at once. */
  private static final int PIECES = 8;

  private final Network network;
  private final int pieceBytes;
  private final Map<Integer, Landing> landings = new HashMap<>();
  private BounceBuffers buffers;

  /** An origin's memory for its data, remembered since an origin always names the same. */
  private record Landing(MemorySegment bytes, RemoteKey key) {}

  /**
   * Creates an object that takes memory only for its first answer.
   *
   * @param network gives the memory and imports the origins' keys
   * @param pieceBytes the longest answer
   */
  PackedAnswers(Network network, int pieceBytes) {
    this.network = network;
    this.pieceBytes = pieceBytes;
  }

  /** Returns whether there is room for one more answer to a rank. */
  boolean hasRoom(NetworkEndpoint origin) {
    return buffers().hasRoom(origin.bufferUser(), pieceBytes);
  }

  /** Gathers the data of an answer. */
  interface Gatherer {
    /** Writes the data into memory, from a place on. */
    void gather(MemorySegment memory, long place);
  }

  /**
   * Gathers data and answers with them. The caller has checked for room.
   *
   * @param slots the origin's, at whose endpoint the helper thread has a turn
   * @param request asks for the data
   * @param sizeBytes length of the data
   * @param gatherer gathers them
   */
  void answer(ReplySlots slots, HelperRequest request, long sizeBytes, Gatherer gatherer) {
    if (sizeBytes > pieceBytes) {
      throw new IllegalArgumentException(
          Text.format(
              "%d bytes are asked for, and a packed answer has %d at most", sizeBytes, pieceBytes));
    }
    RemoteKey key = key(request);
    BounceBuffers.User user = slots.endpoint().bufferUser();
    long place = buffers().reserve(user, (int) sizeBytes);
    MemorySegment memory = buffers().memory();
    gatherer.gather(memory, place);
    long ticket = slots.answer(request.number(), memory, place, request.first(), key, sizeBytes);
    buffers().commit(user, ticket);
  }

  private RemoteKey key(HelperRequest request) {
    MemorySegment bytes = MemorySegment.ofArray(request.key());
    Landing known = landings.get(request.origin());
    if (known == null || known.bytes().mismatch(bytes) >= 0) {
      known = new Landing(bytes, network.importKey(request.origin(), request.key()));
      landings.put(request.origin(), known);
    }
    return known.key();
  }

  private BounceBuffers buffers() {
    if (buffers == null) {
      long sizeBytes = (long) PIECES * Integer.highestOneBit(2 * pieceBytes - 1);
      RegisteredMemory.Part part = network.memory().allocate(sizeBytes);
      buffers = new BounceBuffers(part.memory(), PIECES);
    }
    return buffers;
  }
}
