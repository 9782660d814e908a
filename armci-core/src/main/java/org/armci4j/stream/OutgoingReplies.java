package org.armci4j.stream;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The replies of this rank to the batches of another, in a stream of the straight form. */
final class OutgoingReplies {
  private final StreamMemory stream;
  private final BatchMemory replies;

  /** Where the replies under way are filled. */
  private long first;

  OutgoingReplies(StreamMemory stream, int origin) {
    this.stream = stream;
    this.replies = new BatchMemory(stream, origin, stream.layout().replyBytes());
  }

  /**
   * Returns where the replies to a batch are filled. Their slot is free: the origin sends a batch
   * only after it has handled the replies to the one that had its slot before.
   */
  MemorySegment begin(long batch, long bytes) {
    first = replies.begin(batch, slot(batch));
    return replies.memory.asSlice(first + StreamLayout.HEADER_BYTES, bytes);
  }

  /** Sends the replies; they tell the origin that the batch has been read. */
  void send(long batch, long bytes) {
    replies.memory.set(ValueLayout.JAVA_LONG_UNALIGNED, first, bytes);
    replies.send(
        batch,
        slot(batch),
        StreamLayout.HEADER_BYTES + bytes,
        stream.layout().handled(stream.rank()));
  }

  private long slot(long batch) {
    return stream.layout().reply(stream.rank(), batch);
  }
}
