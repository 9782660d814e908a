package org.armci4j.stream;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * Carries records of different sizes from every rank of a group to any other, such as the rows of a
 * sparse matrix. Records for one rank travel together in batches, and a handler at that rank gets
 * one after the other.
 *
 * <p>Order, flow control, what a handler may do, phases and threads are told in {@link
 * BatchStream}.
 */
public final class RecordStream extends BatchStream {
  private static final long LENGTH_BYTES = Long.BYTES;

  private final int mostBytes;
  private final RecordHandler handler;

  private RecordStream(StreamMemory memory, RecordHandler handler) {
    super(memory);
    this.mostBytes = memory.shape().itemBytes();
    this.handler = handler;
  }

  /** Returns what a record takes in a batch: its length, and itself up to a multiple of 8 bytes. */
  static long spanBytes(int sizeBytes) {
    return LENGTH_BYTES + Math.ceilDiv((long) sizeBytes, Long.BYTES) * Long.BYTES;
  }

  /** Returns what the record at an offset of a batch takes there. */
  static long spanBytes(MemorySegment memory, long at) {
    return spanBytes((int) memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
  }

  /**
   * Opens a stream among all ranks, with batches of {@link #USUAL_BATCH_BYTES}. Collective.
   *
   * @param armci the rank's runtime
   * @param mostBytes bytes of the largest record, the same on all ranks
   * @param handler gets the records that are pushed to this rank
   * @return this rank's end
   * @throws ArmciException on every rank, when the size is not 1 byte to 1 GiB or differs among
   *     ranks, or a rank has too little memory
   */
  public static RecordStream open(Armci armci, int mostBytes, RecordHandler handler) {
    Group world = Objects.requireNonNull(armci, "armci").world();
    return open(armci, world, mostBytes, USUAL_BATCH_BYTES, handler);
  }

  /**
   * Opens a stream among the ranks of a group. Collective over the group.
   *
   * @param armci the rank's runtime
   * @param group this rank and others; the stream counts ranks as the group does
   * @param mostBytes bytes of the largest record, the same on all ranks
   * @param batchBytes most bytes of records that travel together, with 8 more for each of them, the
   *     same on all ranks; a batch has room for the largest record
   * @param handler gets the records that are pushed to this rank
   * @return this rank's end
   * @throws ArmciException on every rank, when a size is not 1 byte to 1 GiB or differs among
   *     ranks, the group is another runtime's, or a rank has too little memory
   */
  public static RecordStream open(
      Armci armci, Group group, int mostBytes, long batchBytes, RecordHandler handler) {
    Objects.requireNonNull(handler, "handler");
    StreamMemory.requireGroup("RecordStream.open", armci, group);
    return new RecordStream(
        StreamMemory.allocate(
            "RecordStream.open",
            armci,
            group,
            StreamPeers.of(armci, group),
            () -> StreamShape.records("RecordStream.open", armci.rank(), mostBytes, batchBytes)),
        handler);
  }

  /**
   * Pushes a record. The source may be changed afterwards.
   *
   * @param target the rank in the group
   * @param source has the record
   * @param sourceOffset its first byte
   * @param sizeBytes its size, from 0 to the largest one
   * @throws ArmciException when the record is larger than the stream's largest, there is no such
   *     rank, the stream is closed, or its handler calls
   * @throws IndexOutOfBoundsException when the record is not inside the source
   * @throws RankFailedException when a rank fails while this one waits for a free slot
   */
  public void push(int target, MemorySegment source, long sourceOffset, int sizeBytes) {
    Objects.checkFromIndexSize(sourceOffset, sizeBytes, source.byteSize());
    OutgoingBatches batches = outgoing("push", target);
    if (sizeBytes > mostBytes) {
      throw refusal(
          "push", Text.format("a record of %d bytes is larger than %d", sizeBytes, mostBytes));
    }
    long span = spanBytes(sizeBytes);
    if (batches.isOpen() && !batches.hasRoom(span)) {
      batches.send(false);
    }
    if (!batches.isOpen()) {
      open("push", batches);
    }
    batches.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, batches.at, sizeBytes);
    MemorySegment.copy(
        source, sourceOffset, batches.memory(), batches.at + LENGTH_BYTES, sizeBytes);
    batches.advance(span, target);
  }

  @Override
  void handle(int origin, IncomingBatches batches) {
    MemorySegment memory = batches.memory();
    long end = batches.first() + batches.sizeBytes();
    for (long at = batches.first(); at < end; ) {
      int sizeBytes = (int) memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      handler.handle(origin, memory, at + LENGTH_BYTES, sizeBytes);
      at += spanBytes(sizeBytes);
    }
    batches.free();
  }
}
