package org.armci4j.transport.network.helper;

import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.RegisteredMemory;

/** A part of a list on its way, with the message that asks for it. Used again and again. */
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
   * @param memory for the message
   */
  AssistedPart(RegisteredMemory.Part memory) {
    this.memory = memory;
    this.request = new HelperRequest(memory.memory(), 0);
    this.maxRuns =
        (int) (memory.memory().byteSize() - HelperRequest.HEADER_BYTES) / PackedRuns.HEADER_BYTES;
  }

  /** Becomes the next part of a transfer, which has one. */
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

  /** Its receives are posted, up to this one. */
  void receives(long lastReceive) {
    receives = true;
    last = lastReceive;
  }

  boolean receives() {
    return receives;
  }

  /** Its messages are sent, up to this one. */
  void sends(long lastMessage) {
    last = lastMessage;
  }

  /** The last message, of those that are sent or received. */
  long last() {
    return last;
  }

  RegisteredMemory.Part memory() {
    return memory;
  }

  /** Fills the message in; returns how long it is. */
  int write(int origin, long requestNumber) {
    number = requestNumber;
    HelperRequest.Kind kind =
        transfer.puts() ? HelperRequest.Kind.ASSISTED_PUT : HelperRequest.Kind.ASSISTED_GET;
    request.header(kind, origin, requestNumber, transfer.remote());
    int bytes = PackedRuns.describe(segments, request.memory(), request.data());
    request.operands(0, 0, 0, bytes);
    return HelperRequest.HEADER_BYTES + bytes;
  }

  /** The number of the message. */
  long number() {
    return number;
  }
}
