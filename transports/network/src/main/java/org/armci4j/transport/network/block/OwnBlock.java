package org.armci4j.transport.network.block;

import java.util.Arrays;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.Registration;
import org.armci4j.transport.shared.BlockChunks;

/**
 * A block of this rank, which others reach through the network.
 *
 * @param direct this rank's own access to the block, by loads and stores
 * @param part the block's registered memory; null for a block of no bytes, and for a second access
 *     to a block
 */
record OwnBlock(RemoteBlock direct, BlockChunks<Registration>.BlockPart part) {
  private static final byte[] NOTHING = {};

  long address() {
    return part == null ? 0 : direct.view().address();
  }

  /** Returns the descriptor that others need to attach. */
  BlockDescriptor descriptor() {
    return part == null
        ? new BlockDescriptor(NOTHING, 0, 0, 0, NOTHING)
        : new BlockDescriptor(
            part.chunk(), part.chunkBytes(), part.offset(), address(), part.registration().key());
  }

  /** Returns whether others reach the block by this key. */
  boolean hasKey(byte[] key) {
    return part != null && Arrays.equals(part.registration().key(), key);
  }
}
