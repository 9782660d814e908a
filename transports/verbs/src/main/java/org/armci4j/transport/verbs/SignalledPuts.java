package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.kernel.Copies;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.SignalWords;
import org.armci4j.transport.verbs.RequestLog.Kind;
import org.armci4j.transport.verbs.key.LocalAccess;
import org.armci4j.transport.verbs.key.VerbsRemoteKey;

/**
 * Starts contiguous puts with words behind them. Data and words are posted with one call of the
 * device; of data in several messages, the last goes with the words. One completion covers all.
 *
 * <p>Data and words are separate messages, as the order in which the bytes of one message become
 * visible is not specified. Only where a setting says that the device's order is known may data
 * share a message with the signal word: whole words right before it in the same line of {@value
 * #LINE_BYTES} bytes.
 */
final class SignalledPuts {
  /** Bytes that hardware may write at once: a cache line. */
  private static final long LINE_BYTES = 64;

  private final Connection connection;
  private final TransferMeans means;
  private final LocalAccess access;
  private final KeyedBuffers buffers;
  private final ContiguousTransfers contiguous;

  /**
   * @param connection posts the requests
   * @param contiguous puts all data but the last message's
   */
  SignalledPuts(Connection connection, TransferMeans means, ContiguousTransfers contiguous) {
    this.connection = connection;
    this.means = means;
    this.access = means.access();
    this.buffers = means.buffers();
    this.contiguous = contiguous;
  }

  /**
   * Starts a put and the writes of words behind it.
   *
   * @param sizeBytes bytes of data; 0 for words alone
   * @param words the words
   * @return a ticket of the connection
   */
  long put(
      MemorySegment source,
      long offset,
      long remote,
      int remoteKey,
      long sizeBytes,
      SignalWords words) {
    int wordKey = VerbsRemoteKey.of(words.key());
    long signal = words.signal();
    long value = words.signalValue();
    long key =
        sizeBytes == 0
            ? LocalAccess.INLINE
            : access.ofPut(connection.inlineBytes(), source, offset, sizeBytes);
    try {
      long ahead = sizeBytes - lastBytes(key, sizeBytes);
      if (ahead > 0) {
        contiguous.put(source, offset, remote, remoteKey, ahead);
      }
      int length = (int) (sizeBytes - ahead);
      boolean copied = key == LocalAccess.COPIED;
      long place = copied ? copy(source, offset + ahead, length) : 0;
      try {
        RequestChain chain = connection.begin();
        try {
          if (copied) {
            long local = buffers.address(place);
            chain.addWrite(local, length, buffers.localKey(), remote + ahead, remoteKey, false);
          } else if (key != LocalAccess.INLINE) {
            long local = source.address() + offset + ahead;
            chain.addWrite(local, length, (int) key, remote + ahead, remoteKey, false);
          } else if (length > 0) {
            chain.addInline(source, offset, length, remote, remoteKey);
          }
          for (int i = 0; i < words.count(); i++) {
            long word = words.address(i);
            chain.addWord(Kind.SIGNAL, words.value(i), Long.BYTES, word, wordKey, false);
          }
          boolean notifies = words.signalsHelper();
          boolean mayShare = words.count() == 0 && wordKey == remoteKey && !notifies;
          if (!mayShare || !endsLine(remote, length, signal) || !chain.extend(value, signal)) {
            boolean reported = copied ? connection.mustTell(length) : key != LocalAccess.INLINE;
            if (notifies) {
              chain.addWordAndNotify(value, VerbsInbox.CALL, signal, wordKey, reported);
            } else {
              chain.addWord(Kind.SIGNAL, value, Long.BYTES, signal, wordKey, reported);
            }
          }
          long ticket = chain.post();
          if (copied) {
            buffers.ring().commit(connection, ticket);
          }
          return copied || key == LocalAccess.INLINE ? RemoteBlock.COMPLETE : ticket;
        } finally {
          connection.end();
        }
      } finally {
        if (copied) {
          buffers.ring().unlock();
        }
      }
    } finally {
      access.release(key);
    }
  }

  /** Returns the length of the data's last message. */
  private long lastBytes(long key, long sizeBytes) {
    if (sizeBytes == 0) {
      return 0;
    }
    long most = key == LocalAccess.COPIED ? means.copyPieceBytes() : means.maxMessageBytes();
    return (sizeBytes - 1) % most + 1;
  }

  /** Copies data to a buffer, and leaves the lock of the buffers held. */
  private long copy(MemorySegment source, long offset, int lengthBytes) {
    buffers.ring().lock();
    try {
      long place = buffers.ring().reserve(connection, lengthBytes);
      Copies.copy(source, offset, buffers.memory(), place, lengthBytes);
      return place;
    } catch (RuntimeException e) {
      buffers.ring().unlock();
      throw e;
    }
  }

  /** Returns whether the data are a few whole words right before a word of the same line. */
  private boolean endsLine(long remote, int sizeBytes, long word) {
    return remote + sizeBytes == word
        && sizeBytes > 0
        && sizeBytes <= means.signalWithDataBytes()
        && remote % Long.BYTES == 0
        && remote / LINE_BYTES == word / LINE_BYTES;
  }
}
