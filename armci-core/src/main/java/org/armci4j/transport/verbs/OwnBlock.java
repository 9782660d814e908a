package org.armci4j.transport.verbs;

import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.verbs.device.Registration;

/**
 * A block of this rank, which others reach through the device.
 *
 * @param direct this rank's own way to it, by loads and stores
 * @param registration under which others reach it; null for a block of no bytes
 */
record OwnBlock(RemoteBlock direct, Registration registration) {
  long address() {
    return registration == null ? 0 : registration.address();
  }
}
