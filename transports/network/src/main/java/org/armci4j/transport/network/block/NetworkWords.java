package org.armci4j.transport.network.block;

import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.connection.Connections;
import org.armci4j.transport.network.connection.RemoteWords;
import org.armci4j.transport.shared.DeviceWords;

/**
 * The words of a block of this host, which the network updates as it does for other hosts.
 *
 * @param connections leads to the owner
 * @param rank the owner
 * @param address where the block begins in the owner's process
 * @param key key of the block
 */
record NetworkWords(Connections connections, int rank, long address, RemoteKey key)
    implements DeviceWords {
  private RemoteWords words() {
    return connections.to(rank).words();
  }

  @Override
  public long update(UpdateKind update, long offset, long operand) {
    return words().update(Long.BYTES, address + offset, key, update, operand);
  }

  @Override
  public long compareAndSwap(long offset, long expected, long value) {
    return words().compareAndSwap(Long.BYTES, address + offset, key, expected, value);
  }
}
