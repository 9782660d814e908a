package org.armci4j.transport.ucx;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.network.SignalledData;
import org.armci4j.transport.ucx.RequestWindow.Kind;
import org.armci4j.transport.ucx.ucp.api.ActiveMessageHandler;
import org.armci4j.transport.ucx.ucp.api.UcsStatus;

/**
 * Signal words, with short data in front of them, as one active message without an answer. {@link
 * Writes} carries the message out at the target. Over TCP each of UCX's own puts and updates takes
 * two messages: one to the target and one back.
 *
 * <pre>
 *   0              8                16             24
 *   +--------------+----------------+--------------+-------+-----+------
 *   | data's place | words, notifies| word's place | value | ... | data
 *   +--------------+----------------+--------------+-------+-----+------
 * </pre>
 *
 * <p>The second word holds the number of the words that follow. A bit above the number says whether
 * the target's helper thread is notified when they are in place.
 *
 * <p>Long data also travel this way, in one message or several, of which the last one brings the
 * words. Then the part before the data is the message's header, and the kernel takes the data from
 * their place. UCX's own puts copy them to a buffer first.
 *
 * <p>Only for connections that {@link UcxConnection#isInOrder carry everything out in order}:
 * earlier operations take effect before a message, and later ones after it.
 */
final class UcxSignalMessages {
  /** Result of {@link #tryCarry} in place of a ticket. */
  static final long APART = -1;

  private static final int HEADER_BYTES = 16;

  private static final int WORD_BYTES = 16;

  /** Flag beside the number of words: the helper thread is notified. */
  private static final long NOTIFIES = 1L << 32;

  /**
   * Shortest data that travel without a copy: copying less costs no more than calling Java at the
   * target.
   */
  private static final int LEAST_CARRIED_BYTES = 16 << 10;

  private final UcxConnection connection;
  private final BounceBuffers buffers;
  private final int longestBytes;
  private final int segmentBytes;

  UcxSignalMessages(UcxConnection connection) {
    this.connection = connection;
    this.buffers = connection.shared().buffers();
    this.longestBytes = connection.shared().oneMessageBytes();
    this.segmentBytes = connection.shared().segmentBytes();
  }

  /** Returns whether signal words may be sent this way. */
  boolean areUsed() {
    return longestBytes > 0 && connection.isInOrder();
  }

  /**
   * Takes the buffers for data of that length, their signal and some words, without a wait. The
   * caller must then call {@link #put(SignalledData)}. A turn that holds the buffers for the data
   * has room for the words too.
   *
   * @param inPlace whether the data need no copy, so that only short ones are worth it
   * @return false if the data must not pass through the buffers together with the words
   */
  boolean take(long sizeBytes, int words, boolean inPlace) {
    int copied = Math.min(segmentBytes, connection.shared().pieceBytes()) - bytes(words + 1);
    if (sizeBytes > (inPlace ? longestBytes : Math.max(longestBytes, copied)) || !areUsed()) {
      return false;
    }
    if (buffers.isHeld()) {
      buffers.lock();
      return true;
    }
    return buffers.tryLock(connection.progress(), bytes(words + 1) + (int) sizeBytes, 1);
  }

  /** Returns the length of a message without its data. */
  private static int bytes(int words) {
    return HEADER_BYTES + words * WORD_BYTES;
  }

  /**
   * Writes a word of eight bytes.
   *
   * @param notifies whether the target's helper thread is notified
   * @param isAwaited whether a reader waits for the word, so that no fence has to
   */
  void put(long value, long word, boolean notifies, boolean isAwaited) {
    connection.begin();
    try {
      long message = connection.window().operand(connection.next());
      writeHeader(message, 0, notifies ? 1 | NOTIFIES : 1);
      writeWord(message, 0, word, value);
      send(message, bytes(1), word, isAwaited ? Kind.AWAITED_MARK : Kind.MARK);
    } finally {
      connection.end();
    }
  }

  /** Writes two adjacent words, for which a reader waits. */
  void put(long first, long second, long remote) {
    connection.begin();
    try {
      long message = connection.window().operand(connection.next());
      writeHeader(message, 0, 2);
      writeWord(message, 0, remote, first);
      writeWord(message, 1, remote + Long.BYTES, second);
      send(message, bytes(2), remote, Kind.AWAITED_MARK);
    } finally {
      connection.end();
    }
  }

  /**
   * Writes data from any memory, then words and a signal word. The memory may be reused at once.
   * Gives back the buffers that {@link #take} took.
   */
  void put(SignalledData put) {
    int before = bytes(put.count() + 1);
    int sizeBytes = (int) put.sizeBytes();
    try {
      long place = buffers.reserve(connection.progress(), before + sizeBytes);
      long message = buffers.address(place);
      writeHeader(message, put.remote(), put);
      MemorySegment.copy(
          put.source(), put.sourceOffset(), buffers.memory(), place + before, sizeBytes);
      connection.begin();
      try {
        long ticket = send(message, before + sizeBytes, put.remote(), Kind.MARK);
        buffers.commit(connection.progress(), ticket);
      } finally {
        connection.end();
      }
    } finally {
      buffers.unlock();
    }
  }

  /**
   * Starts to write native data and words without a copy of the data.
   *
   * @return a ticket; {@link #APART} if nothing was started, as data and words must be separate
   *     operations
   */
  long tryCarry(SignalledData put) {
    if (put.sizeBytes() < LEAST_CARRIED_BYTES
        || bytes(put.count() + 1) > RequestWindow.WORDS_BYTES
        || !areUsed()) {
      return APART;
    }
    connection.begin();
    try {
      return carries(put.sizeBytes()) ? carry(put, Kind.CARRIED) : APART;
    } finally {
      connection.end();
    }
  }

  /**
   * Starts to write native data of any length and a word behind them, for both of which a reader
   * waits, without a copy of the data.
   *
   * @return a ticket; {@link #APART} like {@link #tryCarry}
   */
  long tryAnswer(SignalledData put) {
    if (!areUsed()) {
      return APART;
    }
    connection.begin();
    try {
      return segments(put.sizeBytes()) <= connection.room() ? carry(put, Kind.ANSWER) : APART;
    } finally {
      connection.end();
    }
  }

  /**
   * Returns whether a put of that length is carried without a copy, with room for all its pieces;
   * for the holder of the lock.
   */
  boolean carries(long sizeBytes) {
    return sizeBytes >= LEAST_CARRIED_BYTES
        && areUsed()
        && segments(sizeBytes) <= connection.room();
  }

  private long segments(long sizeBytes) {
    return (sizeBytes - 1) / segmentBytes + 1;
  }

  /**
   * Starts to write data without a copy, in pieces of about equal length; for the holder of the
   * lock.
   *
   * @return a ticket
   */
  long carry(MemorySegment memory, long local, long remote, long sizeBytes) {
    return carry(memory, local, remote, sizeBytes, null, Kind.CARRIED);
  }

  private long carry(SignalledData put, Kind kind) {
    MemorySegment source = put.source();
    long local = source.address() + put.sourceOffset();
    return carry(source, local, put.remote(), put.sizeBytes(), put, kind);
  }

  /** Writes data without a copy, and behind them the words; null for none. */
  private long carry(
      MemorySegment memory,
      long local,
      long remote,
      long sizeBytes,
      SignalledData words,
      Kind kind) {
    long ticket = RemoteBlock.COMPLETE;
    long even = (sizeBytes - 1) / segments(sizeBytes) + 1;
    for (long done = 0; done < sizeBytes; done += even) {
      long piece = Math.min(even, sizeBytes - done);
      long header = connection.window().operand(connection.next());
      boolean bringsWords = words != null && done + piece == sizeBytes;
      int headerBytes = bytes(bringsWords ? words.count() + 1 : 0);
      if (bringsWords) {
        writeHeader(header, remote + done, words);
      } else {
        writeHeader(header, remote + done, 0);
      }
      long pointer =
          connection
              .worker()
              .sendActive(connection.handle(), header, headerBytes, local + done, piece);
      long number = connection.started(pointer, kind, remote + done, piece);
      ticket = Math.max(ticket, connection.window().keep(number, memory));
    }
    connection.startedAll(ticket, sizeBytes);
    return ticket;
  }

  private static void writeHeader(long message, long data, long words) {
    Raw.putLong(message, data);
    Raw.putLong(message + Long.BYTES, words);
  }

  private static void writeHeader(long message, long data, SignalledData words) {
    long notifies = words.signalsHelper() ? NOTIFIES : 0;
    writeHeader(message, data, (words.count() + 1) | notifies);
    for (int i = 0; i < words.count(); i++) {
      writeWord(message, i, words.address(i), words.value(i));
    }
    writeWord(message, words.count(), words.signal(), words.signalValue());
  }

  private static void writeWord(long message, int index, long word, long value) {
    Raw.putLong(message + bytes(index), word);
    Raw.putLong(message + bytes(index) + Long.BYTES, value);
  }

  private long send(long message, int lengthBytes, long remote, Kind kind) {
    long pointer = connection.worker().sendActive(connection.handle(), 0, 0, message, lengthBytes);
    return connection.started(pointer, kind, remote, lengthBytes);
  }

  /** Carries out messages of other ranks at the target. */
  static final class Writes implements ActiveMessageHandler {
    /** Whether a malformed message has arrived. */
    private volatile boolean failed;

    /** Plain: only the thread that makes the worker's progress uses it. */
    private boolean notified;

    @Override
    public int receive(long argument, long header, long headerBytes, long data, long sizeBytes) {
      boolean apart = headerBytes > 0;
      long head = apart ? header : data;
      int words = words(head, apart ? headerBytes : sizeBytes);
      if (words < 0) {
        failed = true;
        return UcsStatus.OK;
      }
      int before = apart ? 0 : bytes(words);
      if (sizeBytes > before) {
        Raw.copy(data + before, Raw.getLong(head), sizeBytes - before);
      }
      for (int i = 0; i < words; i++) {
        long at = head + bytes(i);
        Raw.setRelease(Raw.getLong(at), Raw.getLong(at + Long.BYTES));
      }
      notified |= (Raw.getLong(head + Long.BYTES) & NOTIFIES) != 0;
      return UcsStatus.OK;
    }

    /** Returns whether the helper was notified since the previous call. */
    boolean takeNotified() {
      boolean was = notified;
      notified = false;
      return was;
    }

    /** Returns the number of words; -1 where the message is too short for them. */
    private static int words(long head, long roomBytes) {
      long words = roomBytes < HEADER_BYTES ? -1 : Raw.getLong(head + Long.BYTES) & ~NOTIFIES;
      return words < 0 || words > (roomBytes - HEADER_BYTES) / WORD_BYTES ? -1 : (int) words;
    }

    /** Returns whether a malformed message has arrived. */
    boolean hasFailed() {
      return failed;
    }
  }
}
