package org.armci4j.lab.twins;

import java.lang.foreign.MemorySegment;
import org.armci4j.GlobalMemory;
import org.armci4j.transport.Loan;

/** A send or a receive that has been started; used again when it is complete. */
final class Request {
  /** Progress of a request. */
  enum State {
    /** A send has sent nothing yet; a receive waits for its message. */
    BEGUN,
    /** A long send waits for its clear-to-send packet; a long receive still owes that packet. */
    AGREED,
    /** A long send may send its data; a long receive waits for them. */
    CLEAR,
    /** Complete: the caller may use the buffer again. */
    COMPLETE
  }

  State state = State.COMPLETE;
  int peer;
  long tag;
  MemorySegment segment;
  long offset;
  long sizeBytes;
  long doneBytes;

  /** The global memory of the buffer, or null. */
  GlobalMemory memory;

  /** Of a send: offset in the peer's block of that memory, or −1. */
  long target = -1;

  /** Of a receive: the loan of its buffer, or null. */
  Loan loan;

  /** Of a send: the peer's buffer, which the peer lends, or null. */
  GlobalMemory borrowed;

  void begin(int peer, long tag, MemorySegment segment, long offset, long sizeBytes) {
    this.peer = peer;
    this.tag = tag;
    this.segment = segment;
    this.offset = offset;
    this.sizeBytes = sizeBytes;
    this.doneBytes = 0;
    this.memory = null;
    this.target = -1;
    this.loan = null;
    this.borrowed = null;
    this.state = State.BEGUN;
  }

  boolean isComplete() {
    return state == State.COMPLETE;
  }
}
