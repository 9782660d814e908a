package org.armci4j.transport.network.block;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.armci4j.error.ArmciException;

/** What an owner tells of its block comes back as it was; other bytes are refused. */
class BlockDescriptorTest {
  @Property
  void comesBackAsItWas(
      @ForAll @Size(max = 100) byte[] host,
      @ForAll long chunkBytes,
      @ForAll long offset,
      @ForAll long address,
      @ForAll @Size(max = 500) byte[] key) {
    BlockDescriptor decoded =
        BlockDescriptor.decode(
            new BlockDescriptor(host, chunkBytes, offset, address, key).encode());
    assertArrayEquals(host, decoded.host());
    assertEquals(chunkBytes, decoded.chunkBytes());
    assertEquals(offset, decoded.offset());
    assertEquals(address, decoded.address());
    assertArrayEquals(key, decoded.key());
  }

  @Property
  void anyBytesAreADescriptorOrRefused(@ForAll @Size(max = 40) byte[] bytes) {
    try {
      assertArrayEquals(bytes, BlockDescriptor.decode(bytes).encode());
    } catch (ArmciException refused) {
      assertTrue(refused.getMessage().contains("no address of a block"), refused.getMessage());
    }
  }
}
