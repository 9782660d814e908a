package org.armci4j.stream;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * Carries small requests from every rank of a group to any other, and a reply to each. Requests for
 * one rank travel together in batches, and so do their replies. A handler at that rank answers a
 * batch; a second one, where the requests come from, gets the replies.
 *
 * <pre>{@code
 * long[] table = …; // this rank's part: elements rank, rank + size, …
 * RequestHandler read = (_, requests, replies) -> {
 *   for (long at = 0; at < requests.byteSize(); at += Long.BYTES) {
 *     long index = requests.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
 *     replies.set(ValueLayout.JAVA_LONG_UNALIGNED, at, table[(int) index]);
 *   }
 * };
 * ReplyHandler keep = (_, tag, memory, offset) ->
 *     found[(int) tag] = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
 * try (RequestStream stream = RequestStream.open(armci, Long.BYTES, Long.BYTES, read, keep)) {
 *   for (int i = 0; i < wanted.length; i++) {
 *     stream.requestLong((int) (wanted[i] % size), wanted[i] / size, i);
 *   }
 *   stream.finish(); // all of found is there, on every rank
 * }
 * }</pre>
 *
 * <p>Order, flow control, what a handler may do, phases and threads are told in {@link
 * BatchStream}. The replies to a batch are its credit: a rank that has {@value StreamLayout#SLOTS}
 * batches under way to another one waits until the replies to the first have been handled. As
 * replies answer whole batches, they have no second level: each rank has slots for each other one,
 * also where the ranks are on several hosts.
 */
public final class RequestStream extends BatchStream {
  private final int requestBytes;
  private final int replyBytes;
  private final RequestHandler handler;
  private final ReplyHandler replyHandler;
  private final OutgoingReplies[] replies;
  private final RequestTags[] tags;
  private final MemorySegment own;

  private RequestStream(StreamMemory memory, RequestHandler handler, ReplyHandler replyHandler) {
    super(memory);
    StreamShape shape = memory.shape();
    this.requestBytes = shape.itemBytes();
    this.replyBytes = shape.replyBytes();
    this.handler = handler;
    this.replyHandler = replyHandler;
    int ranks = memory.group().size();
    this.replies = new OutgoingReplies[ranks];
    this.tags = new RequestTags[ranks];
    this.own = memory.memory().local();
    for (int rank = 0; rank < ranks; rank++) {
      replies[rank] = new OutgoingReplies(memory, rank);
      tags[rank] = new RequestTags();
    }
  }

  /**
   * Opens a stream among all ranks, with batches of {@link #USUAL_BATCH_BYTES}. Collective.
   *
   * @param armci the rank's runtime
   * @param requestBytes bytes of a request, the same on all ranks
   * @param replyBytes bytes of a reply, the same on all ranks
   * @param handler answers the requests to this rank
   * @param replyHandler gets the replies to this rank's requests
   * @return this rank's end
   * @throws ArmciException on every rank, when a size is not 1 byte to 1 GiB or differs among
   *     ranks, or a rank has too little memory
   */
  public static RequestStream open(
      Armci armci,
      int requestBytes,
      int replyBytes,
      RequestHandler handler,
      ReplyHandler replyHandler) {
    Group world = Objects.requireNonNull(armci, "armci").world();
    return open(armci, world, requestBytes, replyBytes, USUAL_BATCH_BYTES, handler, replyHandler);
  }

  /**
   * Opens a stream among the ranks of a group. Collective over the group.
   *
   * @param armci the rank's runtime
   * @param group this rank and others; the stream counts ranks as the group does
   * @param requestBytes bytes of a request, the same on all ranks
   * @param replyBytes bytes of a reply, the same on all ranks
   * @param batchBytes most bytes of requests that travel together, the same on all ranks; a batch
   *     has at least one
   * @param handler answers the requests to this rank
   * @param replyHandler gets the replies to this rank's requests
   * @return this rank's end
   * @throws ArmciException on every rank, when a size is not 1 byte to 1 GiB or differs among
   *     ranks, the replies to a batch are larger than that, the group is another runtime's, or a
   *     rank has too little memory
   */
  public static RequestStream open(
      Armci armci,
      Group group,
      int requestBytes,
      int replyBytes,
      long batchBytes,
      RequestHandler handler,
      ReplyHandler replyHandler) {
    Objects.requireNonNull(handler, "handler");
    Objects.requireNonNull(replyHandler, "replyHandler");
    StreamMemory.requireGroup("RequestStream.open", armci, group);
    return new RequestStream(
        StreamMemory.allocate(
            "RequestStream.open",
            armci,
            group,
            StreamPeers.straight(group),
            () ->
                StreamShape.requests(
                    "RequestStream.open", armci.rank(), requestBytes, replyBytes, batchBytes)),
        handler,
        replyHandler);
  }

  /**
   * Sends a request of 8 bytes.
   *
   * @param target the rank in the group
   * @param request in the CPU's own byte order
   * @param tag comes back with the reply
   * @throws ArmciException when requests have another size, there is no such rank, the stream is
   *     closed, or its handler calls
   * @throws RankFailedException when a rank fails while this one waits for a free slot
   */
  public void requestLong(int target, long request, long tag) {
    OutgoingBatches batches = batchFor("requestLong", target, Long.BYTES);
    tags[target].add(tag);
    batches.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, batches.at, request);
    batches.advance(requestBytes, target);
  }

  /**
   * Sends a request of any size. The source may be changed afterwards.
   *
   * @param target the rank in the group
   * @param source has the request
   * @param sourceOffset its first byte
   * @param tag comes back with the reply
   * @throws ArmciException when there is no such rank, the stream is closed, or its handler calls
   * @throws IndexOutOfBoundsException when the request is not inside the source
   * @throws RankFailedException when a rank fails while this one waits for a free slot
   */
  public void request(int target, MemorySegment source, long sourceOffset, long tag) {
    Objects.checkFromIndexSize(sourceOffset, requestBytes, source.byteSize());
    OutgoingBatches batches = batchFor("request", target, requestBytes);
    MemorySegment.copy(source, sourceOffset, batches.memory(), batches.at, requestBytes);
    tags[target].add(tag); // behind the copy, which throws for a source that cannot be read
    batches.advance(requestBytes, target);
  }

  @Override
  void handle(int origin, IncomingBatches batches) {
    long bytes = batches.sizeBytes() / requestBytes * replyBytes;
    MemorySegment filled = replies[origin].begin(batches.batch(), bytes);
    if (bytes > 0) {
      handler.handle(origin, batches.items(), filled);
    }
    replies[origin].send(batches.batch(), bytes);
    batches.freeByReplies();
  }

  @Override
  boolean hasReplies(OutgoingBatches batches) {
    return batches.hasReplies();
  }

  @Override
  void handleReplies(int target, OutgoingBatches batches) {
    long slot = batches.replySlot();
    long first = slot + StreamLayout.HEADER_BYTES;
    long end = first + own.get(ValueLayout.JAVA_LONG_UNALIGNED, slot);
    for (long at = first; at < end; at += replyBytes) {
      replyHandler.handle(target, tags[target].take(), own, at);
    }
    batches.freeReplies();
  }

  @Override
  boolean isAnswered(OutgoingBatches batches) {
    return batches.isAnswered();
  }
}
