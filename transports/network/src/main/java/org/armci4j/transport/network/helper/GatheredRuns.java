package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;

/**
 * The data of one message, copied as puts come one by one: {@link PackedRuns}, in which puts of one
 * length that are equally far apart share a run.
 */
public final class GatheredRuns {
  private final MemorySegment memory;

  /** Where the run that grows begins. */
  private long run;

  private long offset;
  private long stride;
  private int lengthBytes;
  private int count;

  /** Behind the data of that run; 0 when there is none. */
  private long end;

  /** How many puts there are in all. */
  private int puts;

  /**
   * There are none.
   *
   * @param roomBytes the longest message's data, a multiple of 8
   */
  public GatheredRuns(int roomBytes) {
    this.memory = MemorySegment.ofArray(new long[roomBytes / Long.BYTES]);
  }

  /** How many puts there are. */
  public int puts() {
    return puts;
  }

  /** Forgets all. */
  public void clear() {
    end = 0;
    puts = 0;
    count = 0;
  }

  /**
   * Adds a put, if there is room.
   *
   * @param source native or heap memory; its bytes are copied
   * @param sourceOffset first byte there
   * @param there where they go, from the address that the message will name
   * @param sizeBytes how many
   * @return whether it is added
   */
  public boolean add(MemorySegment source, long sourceOffset, long there, int sizeBytes) {
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

  /** Segments of a run do not overlap. */
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
   * @param target the helper thread of the rank whose memory it is, which has begun
   * @param address what the places count from
   */
  public void send(RemoteHelper target, long address) {
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
