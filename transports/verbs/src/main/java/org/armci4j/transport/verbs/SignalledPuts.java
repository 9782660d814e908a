package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.SignalledData;
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
  private final ContiguousTransfers contiguous;

  /**
   * @param connection posts the requests
   * @param contiguous puts all data but the last message's
   */
  SignalledPuts(Connection connection, TransferMeans means, ContiguousTransfers contiguous) {
    this.connection = connection;
    this.means = means;
    this.contiguous = contiguous;
  }

  /** Starts a put and the writes of words behind it; returns a ticket of the connection. */
  long put(SignalledData put, int remoteKey) {
    LocalAccess access = means.access();
    MemorySegment source = put.source();
    long offset = put.sourceOffset();
    long sizeBytes = put.sizeBytes();
    long key =
        sizeBytes == 0
            ? LocalAccess.INLINE
            : access.ofPut(connection.inlineBytes(), source, offset, sizeBytes);
    try {
      long ahead = sizeBytes - lastBytes(key, sizeBytes);
      if (ahead > 0) {
        contiguous.put(source, offset, put.remote(), remoteKey, ahead);
      }
      int length = (int) (sizeBytes - ahead);
      if (key != LocalAccess.COPIED) {
        long local = key == LocalAccess.INLINE ? 0 : source.address() + offset + ahead;
        long ticket = post(put, remoteKey, local, key, length);
        return key == LocalAccess.INLINE ? RemoteBlock.COMPLETE : ticket;
      }
      BounceBuffers ring = means.buffers().ring();
      long place = ring.take(connection, source, offset + ahead, length);
      try {
        ring.commit(connection, post(put, remoteKey, ring.address(place), key, length));
        return RemoteBlock.COMPLETE;
      } finally {
        ring.unlock();
      }
    } finally {
      access.release(key);
    }
  }

  /**
   * Posts the last message of the data and the words.
   *
   * @param local address of that message's data; unused for inline data
   * @param key answer of {@link LocalAccess}
   * @param length length of that message; 0 for words alone
   */
  private long post(SignalledData put, int remoteKey, long local, long key, int length) {
    long remote = put.remote() + put.sizeBytes() - length;
    RequestChain chain = connection.begin();
    try {
      if (key == LocalAccess.INLINE && length > 0) {
        chain.addInline(put.source(), put.sourceOffset(), length, remote, remoteKey);
      } else if (length > 0) {
        int localKey = key == LocalAccess.COPIED ? means.buffers().localKey() : (int) key;
        chain.addWrite(local, length, localKey, remote, remoteKey, false);
      }
      int wordKey = VerbsRemoteKey.of(put.wordKey());
      for (int i = 0; i < put.count(); i++) {
        chain.addWord(Kind.SIGNAL, put.value(i), Long.BYTES, put.address(i), wordKey, false);
      }
      long signal = put.signal();
      boolean mayShare = put.count() == 0 && wordKey == remoteKey && !put.signalsHelper();
      if (!mayShare
          || !endsLine(remote, length, signal)
          || !chain.extend(put.signalValue(), signal)) {
        boolean reported =
            key == LocalAccess.COPIED ? connection.mustTell(length) : key != LocalAccess.INLINE;
        if (put.signalsHelper()) {
          chain.addWordAndNotify(put.signalValue(), VerbsInbox.CALL, signal, wordKey, reported);
        } else {
          chain.addWord(Kind.SIGNAL, put.signalValue(), Long.BYTES, signal, wordKey, reported);
        }
      }
      return chain.post();
    } finally {
      connection.end();
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

  /** Returns whether the data are a few whole words right before a word of the same line. */
  private boolean endsLine(long remote, int sizeBytes, long word) {
    return remote + sizeBytes == word
        && sizeBytes > 0
        && sizeBytes <= means.signalWithDataBytes()
        && remote % Long.BYTES == 0
        && remote / LINE_BYTES == word / LINE_BYTES;
  }
}
