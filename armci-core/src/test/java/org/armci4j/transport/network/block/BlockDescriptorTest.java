package org.armci4j.transport.network.block;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an owner tells of its block comes back as it was. */
class BlockDescriptorTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 4, 500})
  void comesBackAsItWas(int keyBytes) {
    byte[] key = new byte[keyBytes];
    Arrays.fill(key, (byte) -3);
    BlockDescriptor descriptor = new BlockDescriptor(new byte[] {1, 2}, -8, key);
    BlockDescriptor decoded = BlockDescriptor.decode(descriptor.encode());
    assertArrayEquals(descriptor.host(), decoded.host());
    assertEquals(descriptor.address(), decoded.address());
    assertArrayEquals(key, decoded.key());
  }
}
