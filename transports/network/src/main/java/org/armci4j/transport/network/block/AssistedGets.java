package org.armci4j.transport.network.block;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.helper.RemoteHelper;

/**
 * Gets that the target's helper thread makes, by writing to the origin: for networks on which a
 * write is faster than a read, and targets that do not compute. Each blocks until its data are
 * there. To global memory of this rank they are written in place, to all else through a registered
 * buffer.
 *
 * <p>Source: "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand", section 5.
 */
final class AssistedGets {
  private final OwnBlocks blocks;
  private final Supplier<RegisteredMemory.Part> buffers;
  private final int maxPieceBytes;

  /** For data that cannot be written in place. */
  private RegisteredMemory.Part buffer;

  /**
   * @param buffers allocates a buffer for data that cannot be written in place
   * @param maxMessageBytes the longest transfer that the network makes without cutting it
   */
  AssistedGets(OwnBlocks blocks, Supplier<RegisteredMemory.Part> buffers, long maxMessageBytes) {
    this.blocks = blocks;
    this.buffers = buffers;
    this.buffer = buffers.get();
    this.maxPieceBytes = (int) Math.min(maxMessageBytes, 1 << 30);
  }

  /** Gets from an address of the target's memory. */
  void get(
      RemoteHelper target, long remote, MemorySegment destination, long offset, long sizeBytes) {
    OwnBlock block =
        destination.isNative()
            ? blocks.containing(destination.address() + offset, sizeBytes)
            : null;
    if (block == null) {
      getCopied(target, remote, destination, offset, sizeBytes);
      return;
    }
    byte[] key = block.key();
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(maxPieceBytes, sizeBytes - done);
      target.get(remote + done, piece, destination.address() + offset + done, key);
      done += piece;
    }
  }

  /**
   * One at a time, as there is one buffer. When a get fails, its data may still come: nobody uses
   * that buffer again.
   */
  private synchronized void getCopied(
      RemoteHelper target, long remote, MemorySegment destination, long offset, long sizeBytes) {
    MemorySegment memory = buffer.memory();
    byte[] key = buffer.registration().key();
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(memory.byteSize(), sizeBytes - done);
      try {
        target.get(remote + done, piece, memory.address(), key);
      } catch (RuntimeException e) {
        buffer = buffers.get();
        throw e;
      }
      MemorySegment.copy(memory, 0, destination, offset + done, piece);
      done += piece;
    }
  }
}
