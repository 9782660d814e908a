package org.armci4j.transport.network.block;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.armci4j.ArmciException;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.Registration;
import org.armci4j.transport.shared.HostTransport;
import org.armci4j.transport.shared.SharedChunk;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shared memory of this rank in chunks that are registered as a whole, of which blocks are parts: a
 * thousand short blocks are not a thousand registrations, nor as many files. A long block has a
 * chunk of its own.
 *
 * <p>Source: allocators that hand out registered memory in large chunks, in "Host-Assisted
 * Zero-Copy Remote Memory Access Communication on InfiniBand", section 4.
 */
final class BlockChunks {
  private static final Logger LOG = LoggerFactory.getLogger(BlockChunks.class);

  /** Each chunk is twice as long as the one before, from the first to the longest. */
  private static final long FIRST_CHUNK_BYTES = 1 << 20;

  private static final long LONGEST_CHUNK_BYTES = 4 << 20;

  /** Longer blocks have a chunk of their own: they would leave too much of another one unused. */
  private static final long LONGEST_PART_BYTES = FIRST_CHUNK_BYTES / 4;

  private final HostTransport host;
  private final Function<MemorySegment, Registration> registrar;

  /** Those of which several blocks may be parts; changed, as they are, under this object's lock. */
  private final List<RegisteredChunk> chunks = new ArrayList<>();

  /** One chunk. */
  private static final class RegisteredChunk {
    private final SharedChunk memory;
    private final Registration registration;
    private final boolean isShared;
    private final FreePages pages;

    RegisteredChunk(SharedChunk memory, Registration registration, boolean isShared) {
      this.memory = memory;
      this.registration = registration;
      this.isShared = isShared;
      this.pages = new FreePages(FreePages.pages(memory.memory().byteSize()));
    }

    /** Nobody reaches it any more. */
    void close() {
      registration.close();
      memory.close();
    }
  }

  /** Memory for one block. */
  final class BlockPart {
    private final RegisteredChunk chunk;
    private final long offset;
    private final long sizeBytes;

    private BlockPart(RegisteredChunk chunk, long offset, long sizeBytes) {
      this.chunk = chunk;
      this.offset = offset;
      this.sizeBytes = sizeBytes;
    }

    /** This rank's own way to it. */
    RemoteBlock direct() {
      return chunk.memory.part(offset, sizeBytes);
    }

    /** Under which other ranks reach it. */
    Registration registration() {
      return chunk.registration;
    }

    /** What they need. */
    BlockDescriptor descriptor() {
      MemorySegment whole = chunk.memory.memory();
      return new BlockDescriptor(
          chunk.memory.descriptor(),
          whole.byteSize(),
          offset,
          whole.address() + offset,
          chunk.registration.key());
    }

    /** No rank attaches to it any more. */
    void endOffer() {
      if (!chunk.isShared) {
        chunk.memory.endOffer();
      }
    }

    /** No rank uses it any more. */
    void giveBack() {
      free(this);
    }
  }

  /**
   * @param host makes the memory
   * @param registrar registers it
   */
  BlockChunks(HostTransport host, Function<MemorySegment, Registration> registrar) {
    this.host = host;
    this.registrar = registrar;
  }

  /**
   * Gives out memory.
   *
   * @param sizeBytes at least 1
   * @return zeroed, at a page
   * @throws ArmciException when there is no memory, or no more of it can be registered
   */
  BlockPart take(long sizeBytes) {
    if (sizeBytes > LONGEST_PART_BYTES) {
      return takeAlone(sizeBytes);
    }
    BlockPart part = takeShared(sizeBytes);
    return part == null ? takeAlone(sizeBytes) : part;
  }

  /** The same in a chunk of which it is the only part. */
  BlockPart takeAlone(long sizeBytes) {
    return new BlockPart(newChunk(sizeBytes, false), 0, sizeBytes);
  }

  /** A part of the first chunk with room; null if there is none and can be none. */
  private synchronized BlockPart takeShared(long sizeBytes) {
    for (RegisteredChunk chunk : chunks) {
      BlockPart part = takeOf(chunk, sizeBytes);
      if (part != null) {
        return part;
      }
    }
    try {
      long doubled = FIRST_CHUNK_BYTES << Math.min(chunks.size(), Integer.SIZE);
      RegisteredChunk made = newChunk(Math.min(doubled, LONGEST_CHUNK_BYTES), true);
      chunks.add(made);
      return takeOf(made, sizeBytes);
    } catch (ArmciException limit) {
      LOG.debug("a block has memory of its own, as there is no chunk: {}", limit.getMessage());
      return null;
    }
  }

  private BlockPart takeOf(RegisteredChunk chunk, long sizeBytes) {
    long offset = chunk.pages.take(sizeBytes);
    if (offset < 0) {
      return null;
    }
    chunk.memory.memory().asSlice(offset, sizeBytes).fill((byte) 0); // a block may have been here
    return new BlockPart(chunk, offset, sizeBytes);
  }

  private RegisteredChunk newChunk(long sizeBytes, boolean isShared) {
    SharedChunk memory = host.allocateChunk(sizeBytes);
    try {
      return new RegisteredChunk(memory, register(memory.memory()), isShared);
    } catch (RuntimeException e) {
      memory.close();
      throw e;
    }
  }

  private Registration register(MemorySegment memory) {
    try {
      return registrar.apply(memory);
    } catch (ArmciException e) {
      throw new ArmciException(
          Text.format(
              "cannot register its block of %d bytes: %s", memory.byteSize(), e.getMessage()),
          e);
    }
  }

  /** The last chunk stays for the next block. */
  private synchronized void free(BlockPart part) {
    RegisteredChunk chunk = part.chunk;
    if (!chunk.isShared) {
      chunk.close();
      return;
    }
    chunk.pages.giveBack(part.offset, part.sizeBytes);
    if (chunk.pages.areAll() && chunks.size() > 1) {
      chunks.remove(chunk);
      chunk.close();
    }
  }

  /** Ends what no block is part of. */
  synchronized void close() {
    chunks.stream().filter(chunk -> chunk.pages.areAll()).forEach(RegisteredChunk::close);
    chunks.removeIf(chunk -> chunk.pages.areAll());
  }
}
