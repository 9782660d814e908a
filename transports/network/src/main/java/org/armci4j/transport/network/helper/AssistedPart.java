package org.armci4j.transport.network.helper;

import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.RegisteredMemory;

/** A part of a list under way, with its request message. Reused for one part after another. */
final class AssistedPart {
  private final RegisteredMemory.Part memory;
  private final HelperRequest request;
  private final SegmentList segments = new SegmentList();
  private final int maxRuns;
  private AssistedTransfer transfer;
  private boolean receives;
  private long number;
  private long last;

  /**
   * @param memory for the request message
   */
  AssistedPart(RegisteredMemory.Part memory) {
    this.memory = memory;
    this.request = new HelperRequest(memory.memory(), 0);
    this.maxRuns =
        (int) (memory.memory().byteSize() - HelperRequest.HEADER_BYTES) / PackedRuns.HEADER_BYTES;
  }

  /** Becomes the next part of a transfer that has more. */
  void cutFrom(AssistedTransfer of) {
    transfer = of;
    receives = false;
    of.cut(segments, maxRuns);
  }

  AssistedTransfer transfer() {
    return transfer;
  }

  SegmentList segments() {
    return segments;
  }

  /** Records that the part's receives are posted, up to this number. */
  void receives(long lastReceive) {
    receives = true;
    last = lastReceive;
  }

  boolean receives() {
    return receives;
  }

  /** Records that the part's messages are sent, up to this number. */
  void sends(long lastMessage) {
    last = lastMessage;
  }

  /** Returns the number of the part's last message or receive. */
  long last() {
    return last;
  }

  RegisteredMemory.Part memory() {
    return memory;
  }

  /** Writes the request message; returns its length in bytes. */
  int write(int origin, long requestNumber) {
    number = requestNumber;
    HelperRequest.Kind kind =
        transfer.puts() ? HelperRequest.Kind.ASSISTED_PUT : HelperRequest.Kind.ASSISTED_GET;
    request.header(kind, origin, requestNumber, transfer.remote());
    int bytes = PackedRuns.describe(segments, request.memory(), request.data());
    request.operands(0, 0, 0, bytes);
    return HelperRequest.HEADER_BYTES + bytes;
  }

  /** Returns the number of the request message. */
  long number() {
    return number;
  }
}
