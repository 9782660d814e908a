package org.armci4j;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.kernel.Copies;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.SegmentList;

/**
 * Gathers many small puts and gets of one target and moves them as one transfer in each direction.
 * This pays where a message costs more than a copy, so not between ranks of one host.
 *
 * <p>A put copies its data at once, so its source may be reused. A get's data has arrived after
 * {@link #send}. Gathered operations are not ordered among each other: all puts are sent before all
 * gets. A full buffer sends by itself.
 *
 * <p>Used by one thread at a time, any number of times. Errors are those of {@link Armci}; a
 * refused operation is not gathered. Source: ARMCI's {@code ARMCI_SET_AGGREGATE_HANDLE}.
 */
public final class Aggregate {
  private static final int BUFFER_BYTES = 16 * 1024;

  private final ListTransfers lists;
  private final GlobalMemory memory;
  private final int rank;

  /**
   * Native memory: copies to and from it are the fastest for every kind of memory on the other
   * side.
   */
  private final MemorySegment outgoing = Arena.ofAuto().allocate(BUFFER_BYTES);

  private final MemorySegment incoming = Arena.ofAuto().allocate(BUFFER_BYTES);
  private final SegmentList puts = new SegmentList();
  private final SegmentList gets = new SegmentList();

  /** Destinations of the gathered gets, in their order. */
  private final List<Destination> destinations = new ArrayList<>();

  private long outgoingBytes;
  private long incomingBytes;

  private record Destination(MemorySegment segment, long offset, long sizeBytes) {}

  Aggregate(ListTransfers lists, GlobalMemory memory, int rank) {
    this.lists = lists;
    this.memory = memory;
    this.rank = rank;
  }

  /**
   * Gathers a put.
   *
   * @param source the memory to read
   * @param sourceOffset first byte in the source
   * @param offset first byte in the target's block
   * @param sizeBytes number of bytes, at most 16 KiB
   * @throws ArmciException when the range is not inside the block or longer than the buffer, the
   *     source is shorter or cannot be read, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void put(MemorySegment source, long sourceOffset, long offset, long sizeBytes) {
    check(offset, sizeBytes);
    Checks.local("aggregate", "source", source, sourceOffset, sizeBytes);
    InPlace.requireUsable("aggregate", "source", source);
    if (sizeBytes == 0) {
      return;
    }
    Copies.copy(source, sourceOffset, outgoing, reserve(offset, sizeBytes), sizeBytes);
  }

  /**
   * Gathers a put of one value.
   *
   * @param offset first byte in the target's block
   * @param value the value to write
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void putLong(long offset, long value) {
    check(offset, Long.BYTES);
    outgoing.set(JAVA_LONG_UNALIGNED, reserve(offset, Long.BYTES), value);
  }

  /**
   * Gathers a put of one value.
   *
   * @param offset first byte in the target's block
   * @param value the value to write
   * @throws ArmciException when the value is not inside the block, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void putDouble(long offset, double value) {
    check(offset, Double.BYTES);
    outgoing.set(JAVA_DOUBLE_UNALIGNED, reserve(offset, Double.BYTES), value);
  }

  /**
   * Gathers a get.
   *
   * @param offset first byte in the target's block
   * @param destination the memory to write
   * @param destinationOffset first byte in the destination
   * @param sizeBytes number of bytes, at most 16 KiB
   * @throws ArmciException when the range is not inside the block or longer than the buffer, the
   *     destination is shorter or cannot be written, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void get(long offset, MemorySegment destination, long destinationOffset, long sizeBytes) {
    check(offset, sizeBytes);
    Checks.localWritable("aggregate", "destination", destination, destinationOffset, sizeBytes);
    InPlace.requireUsable("aggregate", "destination", destination);
    if (sizeBytes == 0) {
      return;
    }
    if (incomingBytes + sizeBytes > BUFFER_BYTES) {
      send();
    }
    gets.add(incomingBytes, offset, sizeBytes);
    incomingBytes += sizeBytes;
    destinations.add(new Destination(destination, destinationOffset, sizeBytes));
  }

  /**
   * Moves the gathered operations. Returns when the data of the gets has arrived; the puts are in
   * the target's memory after a {@linkplain Armci#fence fence}.
   *
   * @throws ArmciException when the memory has been freed, or the arena of a destination closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void send() {
    if (outgoingBytes > 0) {
      lists.put(outgoing, 0, memory, rank, 0, puts, lists.blocking());
      puts.clear();
      outgoingBytes = 0;
    }
    if (incomingBytes > 0) {
      lists.get(memory, rank, 0, incoming, 0, gets, lists.blocking());
      deliver();
      gets.clear();
      destinations.clear();
      incomingBytes = 0;
    }
  }

  private void deliver() {
    long position = 0;
    for (Destination to : destinations) {
      Copies.copy(incoming, position, to.segment, to.offset, to.sizeBytes);
      position += to.sizeBytes;
    }
  }

  private void check(long offset, long sizeBytes) {
    Checks.range("aggregate", memory.block(rank, "aggregate"), offset, sizeBytes);
    if (sizeBytes > BUFFER_BYTES) {
      throw new ArmciException(
          Text.format(
              "aggregate: %d bytes do not fit its buffer of %d; put or get them by themselves",
              sizeBytes, BUFFER_BYTES));
    }
  }

  /** Adds a put to the list, after sending a full buffer, and returns its offset in the buffer. */
  private long reserve(long offset, long sizeBytes) {
    if (outgoingBytes + sizeBytes > BUFFER_BYTES) {
      send();
    }
    long position = outgoingBytes;
    puts.add(position, offset, sizeBytes);
    outgoingBytes += sizeBytes;
    return position;
  }
}
