package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.verbs.RequestLog.Kind;

/**
 * Contiguous puts and gets of any local memory, by the protocol that suits it:
 *
 * <ul>
 *   <li>a short put travels in the request itself;
 *   <li>registered memory is written and read in place, without a copy;
 *   <li>the user's own native memory is registered when it is long enough, and the registration
 *       kept;
 *   <li>all else, heap arrays always, is copied through registered buffers in pieces that grow, so
 *       that the copying of one piece overlaps the transfer of the one before.
 * </ul>
 *
 * <p>Source: "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand", section 4.
 */
final class Transfers {
  /** The first piece of a copied transfer; each further one is twice as long, up to a limit. */
  private static final int FIRST_PIECE_BYTES = 4096;

  /** What hardware writes at once. */
  private static final long LINE_BYTES = 64;

  /** With the word behind them less than the 32 bytes from which Linux may copy backwards. */
  private static final long SOFTWARE_TAILED_BYTES = 16;

  private final RegisteredRanges<OwnBlock> ranges;
  private final RegistrationCache cache;
  private final CopyRing ring;
  private final Options options;

  /**
   * Thresholds.
   *
   * @param registerBytes from which length unregistered native memory is registered
   * @param copyPieceBytes the longest piece of a copied transfer
   * @param maxMessageBytes the longest request that the device takes
   * @param tailedBytes how much data may share a message with the signal word behind them
   */
  record Options(long registerBytes, int copyPieceBytes, long maxMessageBytes, long tailedBytes) {}

  /** For {@link Options#tailedBytes}, by the kind of device; see {@link #putSignal}. */
  static long tailedBytes(boolean isSoftware) {
    return isSoftware ? SOFTWARE_TAILED_BYTES : LINE_BYTES - Long.BYTES;
  }

  Transfers(
      RegisteredRanges<OwnBlock> ranges, RegistrationCache cache, CopyRing ring, Options options) {
    this.ranges = ranges;
    this.cache = cache;
    this.ring = ring;
    this.options = options;
  }

  /** Starts a put; returns a ticket of the connection. */
  long put(
      Connection connection,
      MemorySegment source,
      long offset,
      long remote,
      int remoteKey,
      long sizeBytes) {
    if (sizeBytes <= connection.inlineBytes()) {
      connection.writeInline(source, offset, (int) sizeBytes, remote, remoteKey);
      return RemoteBlock.COMPLETE;
    }
    long key = key(source, offset, sizeBytes, sizeBytes, false);
    if (key == RegisteredRanges.NONE) {
      putCopied(connection, source, offset, remote, remoteKey, sizeBytes);
      return RemoteBlock.COMPLETE;
    }
    long address = source.address() + offset;
    long ticket = RemoteBlock.COMPLETE;
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(options.maxMessageBytes(), sizeBytes - done);
      boolean last = done + piece == sizeBytes;
      ticket = connection.write(address + done, piece, (int) key, remote + done, remoteKey, last);
      done += piece;
    }
    return ticket;
  }

  /** Starts a get; returns a ticket of the connection. */
  long get(
      Connection connection,
      long remote,
      int remoteKey,
      MemorySegment destination,
      long offset,
      long sizeBytes) {
    long key = key(destination, offset, sizeBytes, sizeBytes, true);
    if (key == RegisteredRanges.NONE) {
      return getCopied(connection, remote, remoteKey, destination, offset, sizeBytes);
    }
    long address = destination.address() + offset;
    long ticket = RemoteBlock.COMPLETE;
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(options.maxMessageBytes(), sizeBytes - done);
      ticket = connection.read(address + done, piece, (int) key, remote + done, remoteKey);
      done += piece;
    }
    return ticket;
  }

  /**
   * Starts a put and, behind it, the write of a word, both with one call of the device where the
   * protocol is not to copy. They are two messages, as the order in which the bytes of one become
   * visible is not specified, with one exception: words that are followed by the signal word in the
   * same line of {@value #LINE_BYTES} bytes. That hardware writes a line at once or upwards, in
   * whole words, is an assumption, which no specification gives. Linux's software device copies
   * with the kernel's memcpy: upwards as far as {@value #SOFTWARE_TAILED_BYTES} bytes and the word,
   * and more of them on some processors from the end (arch/x86/lib/memcpy_64.S), so that the signal
   * would come first. There no more than so many share the word's message.
   *
   * @return a ticket of the connection
   */
  long putSignal(
      Connection connection,
      MemorySegment source,
      long offset,
      long remote,
      int remoteKey,
      long sizeBytes,
      long word,
      int wordKey,
      long value) {
    boolean inline = sizeBytes <= connection.inlineBytes();
    long key = inline ? 0 : key(source, offset, sizeBytes, sizeBytes, false);
    if (key == RegisteredRanges.NONE || sizeBytes > options.maxMessageBytes()) {
      long ticket = put(connection, source, offset, remote, remoteKey, sizeBytes);
      connection.writeLong(value, word, wordKey);
      return ticket;
    }
    int length = (int) sizeBytes;
    synchronized (connection) {
      RequestChain chain = connection.begin();
      if (inline) {
        chain.addInline(source, offset, length, remote, remoteKey);
      } else {
        chain.addWrite(source.address() + offset, length, (int) key, remote, remoteKey, false);
      }
      if (!inline
          || wordKey != remoteKey
          || !endsLine(remote, sizeBytes, word)
          || !chain.extend(value, word)) {
        chain.addWord(Kind.SIGNAL, value, Long.BYTES, word, wordKey, !inline);
      }
      long ticket = chain.post();
      return inline ? RemoteBlock.COMPLETE : ticket;
    }
  }

  /** Whether data are few whole words, directly followed by a word of the same line. */
  private boolean endsLine(long remote, long sizeBytes, long word) {
    return remote + sizeBytes == word
        && sizeBytes <= options.tailedBytes()
        && remote % Long.BYTES == 0
        && remote / LINE_BYTES == word / LINE_BYTES;
  }

  /**
   * The local key for a part of a segment, or {@link RegisteredRanges#NONE} when data must be
   * copied.
   *
   * @param sizeBytes the part's size
   * @param dataBytes how much of it is transferred
   * @param write whether the device will write there
   */
  long key(MemorySegment segment, long offset, long sizeBytes, long dataBytes, boolean write) {
    if (!segment.isNative()) {
      return RegisteredRanges.NONE;
    }
    long key = ranges.key(segment.address() + offset, sizeBytes);
    if (key == RegisteredRanges.NONE && dataBytes >= options.registerBytes()) {
      key = cache.key(segment, offset, sizeBytes, write);
    }
    return key;
  }

  private void putCopied(
      Connection connection,
      MemorySegment source,
      long offset,
      long remote,
      int remoteKey,
      long sizeBytes) {
    int limit = FIRST_PIECE_BYTES;
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(limit, sizeBytes - done);
      synchronized (ring) {
        long place = ring.reserve(piece);
        MemorySegment.copy(source, offset + done, ring.memory(), place, piece);
        long ticket =
            connection.write(
                ring.address(place), piece, ring.localKey(), remote + done, remoteKey, false);
        ring.commit(connection, ticket);
      }
      done += piece;
      limit = Math.min(2 * limit, options.copyPieceBytes());
    }
  }

  private long getCopied(
      Connection connection,
      long remote,
      int remoteKey,
      MemorySegment destination,
      long offset,
      long sizeBytes) {
    int limit = FIRST_PIECE_BYTES;
    long ticket = RemoteBlock.COMPLETE;
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(limit, sizeBytes - done);
      synchronized (ring) {
        long place = ring.reserve(piece);
        synchronized (connection) {
          RequestChain chain = connection.begin();
          chain.addReadAndLand(
              ring, place, piece, remote + done, remoteKey, destination, offset + done);
          chain.signalLast();
          ticket = chain.post();
        }
        ring.commit(connection, ticket);
      }
      done += piece;
      limit = Math.min(2 * limit, options.copyPieceBytes());
    }
    return ticket;
  }
}
