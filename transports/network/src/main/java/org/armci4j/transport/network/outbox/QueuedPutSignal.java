package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.WordWrites;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;

/**
 * A contiguous put and the words behind it. The last piece goes with the words, as the endpoint has
 * it; where there is no room for so many operations, each goes by itself.
 */
final class QueuedPutSignal extends QueuedTransfer {
  private final WordWrites words;
  private final long base;
  private final RemoteKey wordKey;
  private final long signal;
  private final long value;

  /** How many of the words have been written, the signal word among them. */
  private int written;

  /**
   * @param words its own, to be written before the signal word; their offsets are from {@code base}
   * @param signal address of the signal word
   */
  QueuedPutSignal(
      MemorySegment source,
      long offset,
      long remote,
      RemoteKey key,
      long sizeBytes,
      WordWrites words,
      long base,
      RemoteKey wordKey,
      long signal,
      long value) {
    super(false, source, offset, remote, key, sizeBytes);
    this.words = words;
    this.base = base;
    this.wordKey = wordKey;
    this.signal = signal;
    this.value = value;
  }

  @Override
  boolean start(RankRoute route) {
    return super.start(route) && writeWords(route);
  }

  @Override
  int operationsOfLast() {
    return NetworkEndpoint.operations(words);
  }

  @Override
  void startLast(NetworkEndpoint endpoint, long there, RemoteKey key, long here, long length) {
    uses(
        endpoint.putSignal(local(), here, there, key, length, words, base, wordKey, signal, value));
    written = words.count() + 1;
  }

  private boolean writeWords(RankRoute route) {
    while (written <= words.count()) {
      boolean notifies = written == words.count() && words.signalsHelper();
      int operations = notifies ? NetworkEndpoint.NOTIFICATION : 1;
      int begun = route.tryBegin(operations, false);
      if (begun == 0) {
        return false;
      }
      try {
        if (begun < operations) {
          return false;
        }
        writeNext(route.endpoint());
        route.hasStepped();
        written++;
      } finally {
        route.end();
      }
    }
    return true;
  }

  private void writeNext(NetworkEndpoint endpoint) {
    if (written < words.count()) {
      long place = base + words.offset(written);
      endpoint.putWord(words.value(written), Long.BYTES, place, wordKey);
    } else if (words.signalsHelper()) {
      endpoint.putWordAndNotify(value, signal, wordKey);
    } else {
      endpoint.putWord(value, Long.BYTES, signal, wordKey);
    }
  }

  @Override
  String describe() {
    return super.describe() + " with its signal";
  }
}
