package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.Network;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.RemoteKey;

/**
 * Registered memory in which the helper thread gathers the data of gets until the network has
 * written them to the origins. Only the helper thread uses it.
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

  /**
   * Gathers segments and starts to write them to the origin. The caller has checked for room.
   *
   * @param origin the endpoint, where the helper thread has a turn
   * @param request the get
   * @param block holds the segments
   * @param offset the base of the list's remote side there
   * @param runs the segments; their local side is the packed data
   */
  void write(
      NetworkEndpoint origin,
      HelperRequest request,
      RemoteBlock block,
      long offset,
      SegmentList runs) {
    if (runs.sizeBytes() > pieceBytes) {
      throw new IllegalArgumentException(
          Text.format(
              "a get of %d bytes is longer than the %d of a packed answer",
              runs.sizeBytes(), pieceBytes));
    }
    int length = (int) runs.sizeBytes();
    long place = buffers().reserve(origin.bufferUser(), length);
    MemorySegment memory = buffers().memory();
    block.getList(offset, memory, place, runs);
    RemoteKey key = key(request);
    long ticket = origin.put(memory, place, request.first(), key, length);
    buffers().commit(origin.bufferUser(), ticket);
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
