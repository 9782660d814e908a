package org.armci4j.transport.network.block;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.armci4j.error.ArmciException;

/** Whatever comes as a block's descriptor is one, or is said to be none. */
class BlockDescriptorFuzzTest {
  @FuzzTest
  void bytesAreADescriptorOrNone(byte[] bytes) {
    try {
      assertArrayEquals(bytes, BlockDescriptor.decode(bytes).encode());
    } catch (ArmciException none) {
      // As it should be; any other exception is a finding.
    }
  }
}
