package org.armci4j.transport.shared;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.RemoteBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shared memory of this rank in chunks, of which blocks are parts. So a thousand short blocks do
 * not need a thousand files, mappings and network registrations. A long block has a chunk of its
 * own.
 *
 * <p>Source: allocators that hand out registered memory in large chunks, in "Host-Assisted
 * Zero-Copy Remote Memory Access Communication on InfiniBand", section 4.
 *
 * @param <R> what the user of the chunks keeps for each chunk, such as its registration with a
 *     network
 */
public final class BlockChunks<R> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlockChunks.class);

  /** Size of the first chunk. Each chunk is twice as long as the one before, up to the longest. */
  private static final long FIRST_CHUNK_BYTES = 1 << 20;

  private static final long LONGEST_CHUNK_BYTES = ChunkUsers.LONGEST_CHUNK_BYTES;

  /** Longest block that shares a chunk: a longer one would leave too much of a chunk unused. */
  static final long LONGEST_PART_BYTES = FIRST_CHUNK_BYTES / 4;

  private final HostTransport host;
  private final Function<MemorySegment, R> register;
  private final Consumer<R> deregister;

  /**
   * Chunks that may hold several blocks. The list and its chunks change under this object's lock.
   */
  private final List<BlockChunk> chunks = new ArrayList<>();

  /** One chunk. */
  private final class BlockChunk {
    private final SharedChunk memory;
    private final R registration;
    private final boolean isShared;
    private final FreePages pages;

    /** Number of blocks that the owner has not given back. */
    private int taken;

    /** Blocks that the owner has given back while other ranks were attached. */
    private final List<BlockPart> leaving = new ArrayList<>();

    BlockChunk(SharedChunk memory, R registration, boolean isShared) {
      this.memory = memory;
      this.registration = registration;
      this.isShared = isShared;
      this.pages = new FreePages(FreePages.pages(memory.memory().byteSize()));
    }

    /** Returns a block of this chunk, or null if there is no room. */
    BlockPart take(long sizeBytes) {
      long offset = pages.take(sizeBytes);
      if (offset < 0) {
        return null;
      }
      memory.memory().asSlice(offset, sizeBytes).fill((byte) 0); // an earlier block's data
      taken++;
      return new BlockPart(this, offset, sizeBytes);
    }

    void giveBack(BlockPart part) {
      taken--;
      leaving.add(part);
    }

    /** Frees the given-back blocks to which no rank is attached. */
    void collect() {
      leaving.removeIf(
          part -> {
            boolean isFree = !memory.isUsed(part.offset);
            if (isFree) {
              pages.giveBack(part.offset, part.sizeBytes);
            }
            return isFree;
          });
    }

    /** Ends this rank's access to the chunk. */
    void close() {
      deregister.accept(registration);
      memory.close();
    }
  }

  /** Memory for one block. */
  public final class BlockPart {
    private final BlockChunk chunk;
    private final long offset;
    private final long sizeBytes;

    private BlockPart(BlockChunk chunk, long offset, long sizeBytes) {
      this.chunk = chunk;
      this.offset = offset;
      this.sizeBytes = sizeBytes;
    }

    /**
     * Returns this rank's direct access to the block.
     *
     * @return the block, to be detached before the memory is given back
     */
    public RemoteBlock direct() {
      return chunk.memory.part(offset, sizeBytes);
    }

    /**
     * Returns the registration of the block's chunk.
     *
     * @return what was made of the chunk's memory
     */
    public R registration() {
      return chunk.registration;
    }

    /**
     * Returns the descriptor of the block's chunk.
     *
     * @return its descriptor, for {@link HostTransport#attachPart}
     */
    public byte[] chunk() {
      return chunk.memory.descriptor();
    }

    /**
     * Returns the size of the block's chunk.
     *
     * @return in bytes
     */
    public long chunkBytes() {
      return chunk.memory.memory().byteSize();
    }

    /**
     * Returns where the block begins in its chunk.
     *
     * @return in bytes
     */
    public long offset() {
      return offset;
    }

    /** Ends the offer: no rank can attach to the block after this. */
    public void endOffer() {
      if (!chunk.isShared) {
        chunk.memory.endOffer();
      }
    }

    /** Gives the memory back. Neither this rank nor any of another host may use it. */
    public void giveBack() {
      free(this);
    }
  }

  /**
   * Creates an empty set of chunks.
   *
   * @param host makes the memory
   * @param register is given the memory of each chunk; may refuse it by an {@link ArmciException}
   * @param deregister is given the result of {@code register} when the chunk ends
   */
  public BlockChunks(
      HostTransport host, Function<MemorySegment, R> register, Consumer<R> deregister) {
    this.host = host;
    this.register = register;
    this.deregister = deregister;
  }

  /**
   * Gives out memory for a block.
   *
   * @param sizeBytes at least 1
   * @return zeroed, at a page
   * @throws ArmciException when there is no memory, or no more of it can be registered
   */
  public BlockPart take(long sizeBytes) {
    BlockPart part = sizeBytes > LONGEST_PART_BYTES ? null : takeShared(sizeBytes);
    return part == null ? takeAlone(sizeBytes) : part;
  }

  /**
   * Gives out memory in a chunk of its own.
   *
   * @param sizeBytes at least 1
   * @return zeroed, at a page
   * @throws ArmciException as {@link #take}
   */
  public BlockPart takeAlone(long sizeBytes) {
    collect();
    return new BlockPart(newChunk(sizeBytes, false), 0, sizeBytes);
  }

  /**
   * Returns a part of the first chunk with room; null if no chunk has room and none can be made.
   */
  private synchronized BlockPart takeShared(long sizeBytes) {
    BlockPart part = takeOfThoseThereAre(sizeBytes);
    if (part == null) {
      collect();
      part = takeOfThoseThereAre(sizeBytes);
    }
    return part == null ? takeOfNew(sizeBytes) : part;
  }

  private BlockPart takeOfThoseThereAre(long sizeBytes) {
    for (BlockChunk chunk : chunks) {
      BlockPart part = chunk.take(sizeBytes);
      if (part != null) {
        return part;
      }
    }
    return null;
  }

  private BlockPart takeOfNew(long sizeBytes) {
    try {
      long doubled = FIRST_CHUNK_BYTES << Math.min(chunks.size(), Integer.SIZE);
      BlockChunk made = newChunk(Math.min(doubled, LONGEST_CHUNK_BYTES), true);
      chunks.add(made);
      return made.take(sizeBytes);
    } catch (ArmciException limit) {
      LOG.debug("a block has memory of its own, as there is no chunk: {}", limit.getMessage());
      return null;
    }
  }

  private BlockChunk newChunk(long sizeBytes, boolean isShared) {
    SharedChunk memory = host.allocateChunk(sizeBytes);
    try {
      return new BlockChunk(memory, register.apply(memory.memory()), isShared);
    } catch (RuntimeException e) {
      memory.close();
      throw e;
    }
  }

  private synchronized void free(BlockPart part) {
    BlockChunk chunk = part.chunk;
    if (chunk.isShared) {
      chunk.giveBack(part);
      collect(chunk);
    } else {
      chunk.close();
    }
  }

  /** Frees given-back blocks that other ranks have left since. */
  synchronized void collect() {
    List.copyOf(chunks).forEach(this::collect);
  }

  /**
   * Frees the chunk's unused blocks, and the chunk if it is empty. The last chunk stays for the
   * next block.
   */
  private void collect(BlockChunk chunk) {
    chunk.collect();
    if (chunk.pages.areAll() && chunks.size() > 1) {
      chunks.remove(chunk);
      chunk.close();
    }
  }

  /** Closes the chunks without blocks of this rank, even if other ranks still use them. */
  @Override
  public synchronized void close() {
    chunks.stream().filter(chunk -> chunk.taken == 0).forEach(BlockChunk::close);
    chunks.removeIf(chunk -> chunk.taken == 0);
  }
}
