package org.armci4j.transport.shared;

import java.util.function.BooleanSupplier;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;

/**
 * The part of a network transport that serves ranks of one host. It also makes memory in chunks, of
 * which blocks are parts.
 */
public interface HostTransport extends Transport {
  /**
   * Makes memory for many blocks, as {@link #allocate} makes it for one.
   *
   * @param sizeBytes size of the chunk, at least 1
   * @return the chunk, of which others attach to parts
   * @throws org.armci4j.error.ArmciException when there is too little memory
   */
  SharedChunk allocateChunk(long sizeBytes);

  /**
   * Reaches a block that is part of a chunk.
   *
   * @param rank the owner
   * @param descriptor of the chunk; ignored for a block of no bytes
   * @param chunkBytes the size of the chunk
   * @param offset where the block begins in it, at a page
   * @param sizeBytes the size of the block
   * @return access to the block
   */
  RemoteBlock attachPart(int rank, byte[] descriptor, long chunkBytes, long offset, long sizeBytes);

  /**
   * Gives a block of this host another end, and perhaps another way to update its words.
   *
   * @param block a block that this transport has attached
   * @param words updates its words of eight bytes; null where CPUs do
   * @param release ends this rank's access, as {@link RemoteBlock#detach} says
   * @return the same block
   */
  RemoteBlock adapt(RemoteBlock block, DeviceWords words, BooleanSupplier release);
}
