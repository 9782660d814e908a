package org.armci4j.transport.ucx;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.Raw;

/**
 * The operations under way on an endpoint, by number: UCX's request, what it is, for the message
 * when it fails, the memory that it uses, and six words for operands and results that nobody keeps.
 */
final class RequestWindow {
  enum Kind {
    PUT("put"),
    GET("get"),
    WORD("put of a word"),
    ADD("addition to a word"),
    ATOMIC("atomic update"),
    CARRIED("put by messages"),
    MARK("put with its signal"),
    AWAITED_MARK("signal"),
    MESSAGE("message to the helper"),
    QUESTION("question whether signals have come"),
    FLUSH("fence");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  private static final int WORDS_BYTES = 6 * Long.BYTES;

  private final int mask;
  private final long[] requests;
  private final Kind[] kinds;
  private final long[] addresses;
  private final long[] lengths;
  private final MemorySegment[] kept;
  private final MemorySegment words;

  /**
   * @param depth a power of two; as many operations may be under way
   */
  RequestWindow(int depth) {
    this.mask = depth - 1;
    this.requests = new long[depth];
    this.kinds = new Kind[depth];
    this.addresses = new long[depth];
    this.lengths = new long[depth];
    this.kept = new MemorySegment[depth];
    this.words = Raw.allocate((long) depth * WORDS_BYTES);
  }

  private int slot(long number) {
    return (int) number & mask;
  }

  void describe(long number, Kind kind, long remote, long sizeBytes) {
    int slot = slot(number);
    kinds[slot] = kind;
    addresses[slot] = remote;
    lengths[slot] = sizeBytes;
  }

  void set(long number, long request) {
    requests[slot(number)] = request;
  }

  long request(long number) {
    return requests[slot(number)];
  }

  /** Keeps the memory that an operation uses reachable, and so there, while it is under way. */
  long keep(long number, MemorySegment memory) {
    if (number != RemoteBlock.COMPLETE) {
      kept[slot(number)] = memory;
    }
    return number;
  }

  /** An operation is over. */
  void forget(long number) {
    kept[slot(number)] = null;
  }

  /** What holds the words of all operations. */
  MemorySegment words() {
    return words;
  }

  /** Where the words of an operation begin there. */
  long place(long number) {
    return (long) slot(number) * WORDS_BYTES;
  }

  /** The address of the first, the operand. */
  long operand(long number) {
    return words.address() + place(number);
  }

  /** The address of the second, the result. */
  long result(long number) {
    return operand(number) + Long.BYTES;
  }

  /** The operation in words. */
  String text(long number) {
    int slot = slot(number);
    return Text.format(
        "%s (%d bytes at address 0x%x there)",
        kinds[slot] == null ? "?" : kinds[slot].text, lengths[slot], addresses[slot]);
  }
}
