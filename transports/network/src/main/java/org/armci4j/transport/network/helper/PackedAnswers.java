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

  /**
   * Takes room for the data of an answer, which {@link #send} starts; nothing is taken in between.
   *
   * @param slots the origin's, at whose endpoint the helper thread has a turn; there is room
   * @param sizeBytes length of the data
   * @return where the data begin in {@link #memory}
   */
  long reserve(ReplySlots slots, long sizeBytes) {
    if (sizeBytes > pieceBytes) {
      throw new IllegalArgumentException(
          Text.format(
              "%d bytes are asked for, and a packed answer has %d at most", sizeBytes, pieceBytes));
    }
    return buffers().reserve(slots.endpoint().bufferUser(), (int) sizeBytes);
  }

  /** Returns the memory that holds the data of all answers. */
  MemorySegment memory() {
    return buffers().memory();
  }

  /**
   * Starts to write gathered data to the origin, behind which the word answers its message. Empty
   * data bring no word by every network, so the word goes alone.
   *
   * @param slots the origin's
   * @param request asks for the data
   * @param place where they begin, by {@link #reserve}
   * @param sizeBytes their length
   */
  void send(ReplySlots slots, HelperRequest request, long place, long sizeBytes) {
    if (sizeBytes == 0) {
      slots.acknowledge(request.number(), ReplySlots.DONE);
      return;
    }
    RemoteKey key = key(request);
    long there = request.first();
    long ticket = slots.answer(request.number(), memory(), place, there, key, sizeBytes);
    buffers().commit(slots.endpoint().bufferUser(), ticket);
  }

  private RemoteKey key(HelperRequest request) {
    Landing known = landings.get(request.origin());
    if (known == null || !request.hasKey(known.bytes())) {
      byte[] key = request.key();
      known = new Landing(MemorySegment.ofArray(key), network.importKey(request.origin(), key));
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
