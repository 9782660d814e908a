package org.armci4j.transport.network.block;

import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.Registration;

/**
 * A block of this rank, which others reach through the network.
 *
 * @param direct this rank's own way to it, by loads and stores
 * @param registration under which others reach it; null for a block of no bytes
 */
record OwnBlock(RemoteBlock direct, Registration registration) {
  private static final byte[] NO_KEY = {};

  long address() {
    return registration == null ? 0 : direct.view().address();
  }

  byte[] key() {
    return registration == null ? NO_KEY : registration.key();
  }
}
