package org.armci4j.transport.ucx;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.WordWrites;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.ucx.RequestWindow.Kind;
import org.armci4j.transport.ucx.ucp.api.ActiveMessageHandler;
import org.armci4j.transport.ucx.ucp.api.UcsStatus;

/**
 * Words that tell their reader of what was written before, and short data in front of them, as one
 * active message that nobody answers: {@link Writes} carries it out at the other side. UCX's own
 * puts and updates are a message each over TCP, and one back.
 *
 * <pre>
 *   0              8                16             24
 *   +--------------+----------------+--------------+-------+-----+------
 *   | data's place | words, notifies| word's place | value | ... | data
 *   +--------------+----------------+--------------+-------+-----+------
 * </pre>
 *
 * <p>The second word is the number of the words that follow; above it stands whether the helper
 * thread there is notified when they are in place.
 *
 * <p>Long data go so too, without words: what stands before them is the message's header then, and
 * the kernel takes them from where they lie. UCX copies what it puts by itself to a buffer first.
 *
 * <p>They are for connections where {@link UcxConnection#isInOrder all goes one way}: what is
 * started before and behind one takes effect before and behind it.
 */
final class UcxMarks {
  private static final int HEADER_BYTES = 16;

  private static final int WORD_BYTES = 16;

  /** Beside the number of words. */
  private static final long NOTIFIES = 1L << 32;

  /** To copy less costs no more than to call into Java at the other side. */
  private static final int LEAST_CARRIED_BYTES = 16 << 10;

  private final UcxConnection connection;
  private final BounceBuffers buffers;
  private final int longestBytes;
  private final int segmentBytes;

  UcxMarks(UcxConnection connection) {
    this.connection = connection;
    this.buffers = connection.shared().buffers();
    this.longestBytes = connection.shared().oneMessageBytes();
    this.segmentBytes = connection.shared().segmentBytes();
  }

  /** Whether words may go so. */
  boolean areUsed() {
    return longestBytes > 0 && connection.isInOrder();
  }

  /**
   * Takes the buffers for data of that length, their signal and some words, without a wait; {@link
   * #put(MemorySegment, long, long, int, WordWrites, long, long, long)} must follow. A thread that
   * has begun to start what was queued holds the origin's lock, for which another one may wait that
   * holds the buffers: it takes them only where nobody has them.
   *
   * @return false where they go by themselves
   */
  boolean take(long sizeBytes, int words) {
    if (sizeBytes > longestBytes || !areUsed()) {
      return false;
    }
    int lengthBytes = bytes(words + 1) + (int) sizeBytes;
    if (connection.isHeld()) {
      return buffers.tryLock(connection, lengthBytes, 1);
    }
    if (!buffers.mayHaveRoom(connection, lengthBytes, 1)) {
      return false;
    }
    buffers.lock();
    return true;
  }

  /** How long a message is without its data. */
  private static int bytes(int words) {
    return HEADER_BYTES + words * WORD_BYTES;
  }

  /**
   * Writes a word of eight bytes.
   *
   * @param isAwaited whether a reader waits for it, so that no fence has to
   */
  void put(long value, long word, boolean isAwaited) {
    connection.begin();
    try {
      long message = connection.window().operand(connection.next());
      writeHeader(message, 0, 1);
      writeWord(message, 0, word, value);
      send(message, bytes(1), word, isAwaited ? Kind.AWAITED_MARK : Kind.MARK);
    } finally {
      connection.end();
    }
  }

  /** Writes a word of eight bytes that a helper thread waits for, and notifies that. */
  void putAndNotify(long value, long word) {
    connection.begin();
    try {
      long message = connection.window().operand(connection.next());
      writeHeader(message, 0, 1 | NOTIFIES);
      writeWord(message, 0, word, value);
      send(message, bytes(1), word, Kind.MARK);
    } finally {
      connection.end();
    }
  }

  /** Writes two words, one behind the other, for which a reader waits. */
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
   * Writes data of any memory, which may be used again at once, words, and a signal word. Gives the
   * buffers back that {@link #take} took.
   */
  void put(
      MemorySegment source,
      long sourceOffset,
      long remote,
      int sizeBytes,
      WordWrites words,
      long base,
      long signal,
      long value) {
    int before = bytes(words.count() + 1);
    try {
      long place = buffers.reserve(connection, before + sizeBytes);
      long message = buffers.address(place);
      long notifies = words.signalsHelper() ? NOTIFIES : 0;
      writeHeader(message, remote, (words.count() + 1) | notifies);
      for (int i = 0; i < words.count(); i++) {
        writeWord(message, i, base + words.offset(i), words.value(i));
      }
      writeWord(message, words.count(), signal, value);
      MemorySegment.copy(source, sourceOffset, buffers.memory(), place + before, sizeBytes);
      connection.begin();
      try {
        long ticket = send(message, before + sizeBytes, remote, Kind.MARK);
        if (ticket != RemoteBlock.COMPLETE) {
          buffers.commit(connection, ticket);
        }
      } finally {
        connection.end();
      }
    } finally {
      buffers.unlock();
    }
  }

  /** Whether a put of that length is carried, which takes no wait; for the holder of the lock. */
  boolean carries(long sizeBytes) {
    return sizeBytes >= LEAST_CARRIED_BYTES
        && areUsed()
        && segments(sizeBytes) <= connection.room();
  }

  private long segments(long sizeBytes) {
    return (sizeBytes - 1) / segmentBytes + 1;
  }

  /**
   * Starts to write data from where they lie, in pieces of about one length; for the holder of the
   * lock.
   *
   * @return a ticket
   */
  long carry(MemorySegment memory, long local, long remote, long sizeBytes) {
    long ticket = RemoteBlock.COMPLETE;
    long even = (sizeBytes - 1) / segments(sizeBytes) + 1;
    for (long done = 0; done < sizeBytes; done += even) {
      long piece = Math.min(even, sizeBytes - done);
      long header = connection.window().operand(connection.next());
      writeHeader(header, remote + done, 0);
      long pointer =
          connection
              .worker()
              .sendActive(connection.handle(), header, HEADER_BYTES, local + done, piece);
      long number = connection.started(pointer, Kind.CARRIED, remote + done, piece);
      ticket = Math.max(ticket, connection.window().keep(number, memory));
    }
    connection.startedAll(ticket, sizeBytes);
    return ticket;
  }

  private static void writeHeader(long message, long data, long words) {
    Raw.putLong(message, data);
    Raw.putLong(message + Long.BYTES, words);
  }

  private static void writeWord(long message, int index, long word, long value) {
    Raw.putLong(message + bytes(index), word);
    Raw.putLong(message + bytes(index) + Long.BYTES, value);
  }

  private long send(long message, int lengthBytes, long remote, Kind kind) {
    long pointer = connection.worker().sendActive(connection.handle(), 0, 0, message, lengthBytes);
    return connection.started(pointer, kind, remote, lengthBytes);
  }

  /** Carries out at a rank what others send it so. */
  static final class Writes implements ActiveMessageHandler {
    /** Whether a message was none. */
    private volatile boolean failed;

    /** For the thread that makes the worker's progress, as this is called by it. */
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

    /** Whether the helper was notified since the call before. */
    boolean takeNotified() {
      boolean was = notified;
      notified = false;
      return was;
    }

    /** How many words there are; -1 where there is no room for so many. */
    private static int words(long head, long roomBytes) {
      long words = roomBytes < HEADER_BYTES ? -1 : Raw.getLong(head + Long.BYTES) & ~NOTIFIES;
      return words < 0 || words > (roomBytes - HEADER_BYTES) / WORD_BYTES ? -1 : (int) words;
    }

    /** Whether something came in that could not be carried out. */
    boolean hasFailed() {
      return failed;
    }
  }
}
