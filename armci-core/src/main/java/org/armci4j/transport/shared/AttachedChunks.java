package org.armci4j.transport.shared;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.armci4j.kernel.NativeMemory;

/**
 * The chunks in whose blocks this rank has a part, its own among them. Each chunk is mapped once,
 * however many blocks it holds, as the kernel limits a process's mappings. Each block still has an
 * arena of its own, so access to its neighbours goes on when access to the block ends.
 */
final class AttachedChunks {
  private final MemorySource source;

  /** Chunks by descriptor. The map and its chunks change under this object's lock. */
  private final Map<ByteBuffer, AttachedChunk> chunks = new HashMap<>();

  private static final class AttachedChunk {
    private final ByteBuffer descriptor;
    private final Mapping mapping;
    private int blocks;

    AttachedChunk(ByteBuffer descriptor, Mapping mapping) {
      this.descriptor = descriptor;
      this.mapping = mapping;
    }
  }

  /**
   * @param source maps the chunks
   */
  AttachedChunks(MemorySource source) {
    this.source = source;
  }

  /**
   * Reaches a block.
   *
   * @param descriptor of the chunk
   * @param chunkBytes the size of the chunk without its head
   * @param offset where the block begins behind the head
   * @param sizeBytes the size of the block, at least 1
   */
  Mapping open(byte[] descriptor, long chunkBytes, long offset, long sizeBytes) {
    ChunkUsers.require(chunkBytes, offset);
    AttachedChunk chunk = use(descriptor, chunkBytes, offset);
    Arena arena = Arena.ofShared();
    MemorySegment block = chunk.mapping.memory().asSlice(ChunkUsers.HEAD_BYTES + offset, sizeBytes);
    return new Mapping(NativeMemory.of(block, arena), () -> close(arena, chunk, offset));
  }

  private synchronized AttachedChunk use(byte[] descriptor, long chunkBytes, long offset) {
    ByteBuffer key = ByteBuffer.wrap(descriptor.clone());
    AttachedChunk chunk = chunks.get(key);
    if (chunk == null) {
      chunk = new AttachedChunk(key, source.open(descriptor, ChunkUsers.HEAD_BYTES + chunkBytes));
      chunks.put(key, chunk);
    }
    chunk.blocks++;
    ChunkUsers.add(chunk.mapping.memory(), offset, 1);
    return chunk;
  }

  private boolean close(Arena arena, AttachedChunk chunk, long offset) {
    boolean closed = Mapping.close(arena);
    if (closed) {
      end(chunk, offset);
    }
    return closed;
  }

  /** Unmaps the chunk after its last block: it is reached only through its blocks. */
  private synchronized void end(AttachedChunk chunk, long offset) {
    ChunkUsers.add(chunk.mapping.memory(), offset, -1);
    chunk.blocks--;
    if (chunk.blocks == 0) {
      chunks.remove(chunk.descriptor);
      boolean _ = chunk.mapping.release().getAsBoolean();
    }
  }
}
