package org.armci4j.transport.shared;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.armci4j.ArmciException;
import org.armci4j.transport.RemoteBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shared memory of this rank in chunks, of which blocks are parts: a thousand short blocks are not
 * a thousand files and mappings, nor as many registrations with a network. A long block has a chunk
 * of its own.
 *
 * <p>Source: allocators that hand out registered memory in large chunks, in "Host-Assisted
 * Zero-Copy Remote Memory Access Communication on InfiniBand", section 4.
 *
 * @param <R> what the user of the chunks has for each, as its registration with a network
 */
public final class BlockChunks<R> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlockChunks.class);

  /** Each chunk is twice as long as the one before, from the first to the longest. */
  private static final long FIRST_CHUNK_BYTES = 1 << 20;

  private static final long LONGEST_CHUNK_BYTES = ChunkUsers.LONGEST_CHUNK_BYTES;

  /** Longer blocks have a chunk of their own: they would leave too much of another one unused. */
  static final long LONGEST_PART_BYTES = FIRST_CHUNK_BYTES / 4;

  private final HostTransport host;
  private final Function<MemorySegment, R> register;
  private final Consumer<R> deregister;

  /** Those of which several blocks may be parts; changed, as they are, under this object's lock. */
  private final List<BlockChunk> chunks = new ArrayList<>();

  /** One chunk. */
  private final class BlockChunk {
    private final SharedChunk memory;
    private final R registration;
    private final boolean isShared;
    private final FreePages pages;

    /** Blocks that the owner has not given back. */
    private int taken;

    /** Blocks that the owner has given back while other ranks were attached. */
    private final List<BlockPart> leaving = new ArrayList<>();

    BlockChunk(SharedChunk memory, R registration, boolean isShared) {
      this.memory = memory;
      this.registration = registration;
      this.isShared = isShared;
      this.pages = new FreePages(FreePages.pages(memory.memory().byteSize()));
    }

    /** A block of it, or null if there is no room. */
    BlockPart take(long sizeBytes) {
      long offset = pages.take(sizeBytes);
      if (offset < 0) {
        return null;
      }
      memory.memory().asSlice(offset, sizeBytes).fill((byte) 0); // a block may have been here
      taken++;
      return new BlockPart(this, offset, sizeBytes);
    }

    void giveBack(BlockPart part) {
      taken--;
      leaving.add(part);
    }

    /** Frees what no rank is attached to any more. */
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

    /** This rank reaches it no more. */
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
     * This rank's own way to it.
     *
     * @return the block, to be detached before the memory is given back
     */
    public RemoteBlock direct() {
      return chunk.memory.part(offset, sizeBytes);
    }

    /**
     * What the user of the chunks has for its chunk.
     *
     * @return what was made of the chunk's memory
     */
    public R registration() {
      return chunk.registration;
    }

    /**
     * The chunk that it is a part of.
     *
     * @return its descriptor, for {@link HostTransport#attachPart}
     */
    public byte[] chunk() {
      return chunk.memory.descriptor();
    }

    /**
     * The size of that chunk.
     *
     * @return in bytes
     */
    public long chunkBytes() {
      return chunk.memory.memory().byteSize();
    }

    /**
     * Where it begins in that chunk.
     *
     * @return in bytes
     */
    public long offset() {
      return offset;
    }

    /** No rank attaches to it any more. */
    public void endOffer() {
      if (!chunk.isShared) {
        chunk.memory.endOffer();
      }
    }

    /** This rank uses it no more, nor does any of another host. */
    public void giveBack() {
      free(this);
    }
  }

  /**
   * Chunks of a rank.
   *
   * @param host makes the memory
   * @param register is given the memory of each chunk; may refuse it by an {@link ArmciException}
   * @param deregister is given back what that has made, when the chunk ends
   */
  public BlockChunks(
      HostTransport host, Function<MemorySegment, R> register, Consumer<R> deregister) {
    this.host = host;
    this.register = register;
    this.deregister = deregister;
  }

  /**
   * Gives out memory.
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
   * The same in a chunk of which it is the only part.
   *
   * @param sizeBytes at least 1
   * @return zeroed, at a page
   * @throws ArmciException as {@link #take}
   */
  public BlockPart takeAlone(long sizeBytes) {
    collect();
    return new BlockPart(newChunk(sizeBytes, false), 0, sizeBytes);
  }

  /** A part of the first chunk with room; null if there is none and can be none. */
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

  /** Frees what other ranks were still attached to when this one gave it back. */
  synchronized void collect() {
    List.copyOf(chunks).forEach(this::collect);
  }

  /** The last chunk stays for the next block. */
  private void collect(BlockChunk chunk) {
    chunk.collect();
    if (chunk.pages.areAll() && chunks.size() > 1) {
      chunks.remove(chunk);
      chunk.close();
    }
  }

  /** Ends what this rank uses no more, whoever else does. */
  @Override
  public synchronized void close() {
    chunks.stream().filter(chunk -> chunk.taken == 0).forEach(BlockChunk::close);
    chunks.removeIf(chunk -> chunk.taken == 0);
  }
}
