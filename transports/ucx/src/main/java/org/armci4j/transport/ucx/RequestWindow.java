package org.armci4j.transport.ucx;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.Raw;

/**
 * The operations under way on an endpoint, by number. For each it holds UCX's request, a
 * description for the message when it fails, the memory that it uses, and eight words. The words
 * hold operands, results that nobody keeps, short messages, and headers of long ones.
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
    ANSWER("answer of the helper"),
    MESSAGE("message to the helper"),
    QUESTION("question whether signals have come"),
    FLUSH("fence");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /** Length of the words of one operation. */
  static final int WORDS_BYTES = 8 * Long.BYTES;

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

  /**
   * Keeps the memory of an operation reachable, and so allocated, while the operation is under way.
   */
  long keep(long number, MemorySegment memory) {
    if (number != RemoteBlock.COMPLETE) {
      kept[slot(number)] = memory;
    }
    return number;
  }

  /** Releases the memory of an operation that is over. */
  void forget(long number) {
    kept[slot(number)] = null;
  }

  /** Returns the memory with the words of all operations. */
  MemorySegment words() {
    return words;
  }

  /** Returns where the words of an operation begin there. */
  long place(long number) {
    return (long) slot(number) * WORDS_BYTES;
  }

  /** Returns the address of the first word, the operand. */
  long operand(long number) {
    return words.address() + place(number);
  }

  /** Returns the address of the second word, the result. */
  long result(long number) {
    return operand(number) + Long.BYTES;
  }

  /** Returns the operation in words. */
  String text(long number) {
    int slot = slot(number);
    return Text.format(
        "%s (%d bytes at address 0x%x there)",
        kinds[slot] == null ? "?" : kinds[slot].text, lengths[slot], addresses[slot]);
  }
}
