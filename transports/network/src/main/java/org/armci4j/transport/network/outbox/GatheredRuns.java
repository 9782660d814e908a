package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.helper.HelperRequest;
import org.armci4j.transport.network.helper.PackedRuns;
import org.armci4j.transport.network.helper.RemoteHelper;

/**
 * The data of one message, into which puts are copied one by one. It has the form of {@link
 * PackedRuns}; equally spaced puts of one length share a run.
 */
final class GatheredRuns {
  private final MemorySegment memory;

  /** Offset of the run that grows. */
  private long run;

  private long offset;
  private long stride;
  private int lengthBytes;
  private int count;

  /** End of that run's data; 0 if there is no run. */
  private long end;

  /** Number of puts in all runs. */
  private int puts;

  /**
   * Creates an empty message.
   *
   * @param roomBytes the longest message's data, a multiple of 8
   */
  GatheredRuns(int roomBytes) {
    this.memory = MemorySegment.ofArray(new long[roomBytes / Long.BYTES]);
  }

  /** Returns the number of puts. */
  int puts() {
    return puts;
  }

  /**
   * Adds a put, if there is room.
   *
   * @param source native or heap memory; its bytes are copied
   * @param sourceOffset first byte there
   * @param there offset of the destination from the address that the message will name
   * @param sizeBytes length of the put
   * @return whether it was added
   */
  boolean add(MemorySegment source, long sourceOffset, long there, int sizeBytes) {
    boolean grows = continues(there, sizeBytes);
    long place = grows ? end : PackedRuns.full(end) + PackedRuns.HEADER_BYTES;
    if (place + sizeBytes > memory.byteSize()) {
      return false;
    }
    if (grows) {
      stride = there - offset - (count - 1) * stride;
      count++;
    } else {
      begin(there, sizeBytes);
    }
    PackedRuns.writeHeader(memory, run, offset, stride, lengthBytes, count);
    MemorySegment.copy(source, sourceOffset, memory, place, sizeBytes);
    end = place + sizeBytes;
    puts++;
    return true;
  }

  /**
   * Returns whether a put extends the run. The second put sets the stride, which is at least the
   * length, so that segments of a run do not overlap.
   */
  private boolean continues(long there, int sizeBytes) {
    if (count == 0 || sizeBytes != lengthBytes) {
      return false;
    }
    return count == 1 ? there - offset >= sizeBytes : there == offset + count * stride;
  }

  private void begin(long there, int sizeBytes) {
    run = PackedRuns.full(end);
    offset = there;
    stride = 0;
    lengthBytes = sizeBytes;
    count = 1;
  }

  /**
   * Sends the message.
   *
   * @param target the helper thread of the block's rank; a message to it has been begun
   * @param address from which the destinations' offsets count
   */
  void send(RemoteHelper target, long address) {
    int bytes = (int) PackedRuns.full(end);
    target.send(
        HelperRequest.Kind.PUT_LIST,
        address,
        0,
        0,
        0,
        bytes,
        (message, begin, _) -> {
          MemorySegment.copy(memory, 0, message, begin, bytes);
          return bytes;
        });
  }
}
