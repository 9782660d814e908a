package org.armci4j.transport.network.block;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.Place;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.Registration;
import org.armci4j.transport.shared.BlockChunks;
import org.armci4j.transport.shared.HostTransport;
import org.armci4j.transport.shared.ShmProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many blocks share registered memory, and are blocks all the same. */
class BlockChunksTest {
  private static final int PART_BYTES = 4096;
  private static final int LONG_BYTES = 1 << 20;

  private final Settings settings = ArmciSettings.builder().resolve();
  private final Bootstrap bootstrap = Bootstrap.open(Membership.alone(), settings);
  private final HostTransport host =
      ShmProvider.openOnHost(
          bootstrap,
          settings,
          List.of(new Place(bootstrap.hostId(), ProcessHandle.current().pid())));
  private final List<MemorySegment> registered = new ArrayList<>();
  private final BlockChunks<Registration> chunks =
      new BlockChunks<>(host, this::register, Registration::close);
  private int made;
  private long limitBytes = Long.MAX_VALUE;

  @AfterEach
  void nothingStays() {
    chunks.close();
    assertEquals(List.of(), registered);
    host.close();
    bootstrap.close();
  }

  private Registration register(MemorySegment memory) {
    if (memory.byteSize() > limitBytes) {
      throw new ArmciException("a limit");
    }
    made++;
    registered.add(memory);
    byte[] key = {(byte) made};
    return new Registration() {
      @Override
      public byte[] key() {
        return key;
      }

      @Override
      public void close() {
        registered.remove(memory);
      }
    };
  }

  /** A block as its owner has it. */
  private record Block(BlockChunks<Registration>.BlockPart part, RemoteBlock direct) {
    void end() {
      assertTrue(direct.detach());
      part.giveBack();
    }

    BlockDescriptor descriptor() {
      return BlockDescriptor.decode(new OwnBlock(direct, part).descriptor().encode());
    }
  }

  private Block take(long sizeBytes) {
    BlockChunks<Registration>.BlockPart part = chunks.take(sizeBytes);
    Block block = new Block(part, part.direct());
    MemorySegment memory = block.direct().view();
    assertEquals(sizeBytes, memory.byteSize());
    assertEquals(0, memory.address() % PART_BYTES);
    assertTrue(registered.stream().anyMatch(chunk -> holds(chunk, memory)));
    for (long i = 0; i < sizeBytes; i += 511) {
      assertEquals(0, memory.get(JAVA_BYTE, i));
    }
    memory.fill((byte) 1);
    return block;
  }

  private static boolean holds(MemorySegment chunk, MemorySegment part) {
    return part.address() >= chunk.address()
        && part.address() + part.byteSize() <= chunk.address() + chunk.byteSize();
  }

  @Test
  void aThousandBlocksAreAFewRegistrations() {
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      blocks.add(take(PART_BYTES - i % 3));
    }
    assertEquals(3, made); // of 1, 2 and 4 MiB
    blocks.forEach(Block::end);
    assertEquals(1, registered.size());
    for (int i = 0; i < 100; i++) {
      take(PART_BYTES).end();
    }
    assertEquals(3, made);
  }

  @Test
  void aLongBlockHasItsOwnMemoryWhichEndsWithIt() {
    Block block = take(LONG_BYTES);
    assertEquals(LONG_BYTES, registered.getFirst().byteSize());
    block.end();
    assertEquals(List.of(), registered);
  }

  @Test
  void othersReachTheBlockAndNothingElse() {
    Block before = take(PART_BYTES);
    Block block = take(PART_BYTES);
    Block behind = take(PART_BYTES);
    block.direct().view().fill((byte) 7);
    BlockDescriptor told = block.descriptor();
    assertEquals(block.direct().view().address(), told.address());
    RemoteBlock other =
        host.attachPart(0, told.host(), told.chunkBytes(), told.offset(), PART_BYTES);
    assertEquals(PART_BYTES, other.view().byteSize());
    assertEquals(-1, other.view().mismatch(block.direct().view()));
    other.putByte(0, (byte) 9);
    assertEquals(9, block.direct().getByte(0));
    assertTrue(other.detach());
    assertThrows(
        ArmciException.class,
        () -> host.attachPart(0, told.host(), told.chunkBytes(), told.chunkBytes(), PART_BYTES));
    List.of(before, block, behind).forEach(Block::end);
  }

  @Test
  void aBlockThatHasEndedIsReachedNoMore() {
    Block block = take(PART_BYTES);
    MemorySegment memory = block.direct().view();
    Block neighbour = take(PART_BYTES);
    block.end();
    assertThrows(IllegalStateException.class, () -> memory.get(JAVA_BYTE, 0));
    Block next = take(PART_BYTES);
    assertEquals(memory.address(), next.direct().view().address(), "its memory is used again");
    assertThrows(IllegalStateException.class, () -> memory.get(JAVA_BYTE, 0));
    assertEquals(1, neighbour.direct().getByte(0));
    next.end();
    neighbour.end();
  }

  @Test
  void whereAChunkIsTooMuchABlockHasItsOwn() {
    limitBytes = 2 * PART_BYTES;
    Block block = take(PART_BYTES);
    assertEquals(PART_BYTES, registered.getFirst().byteSize());
    assertThrows(ArmciException.class, () -> chunks.take(3 * PART_BYTES));
    block.end();
    assertEquals(List.of(), registered);
  }
}
