package org.armci4j.transport.network.block;

import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.WordChange;
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
  private long change(WordChange change, long offset, long operand, long value) {
    RemoteWords words = connections.to(rank).words();
    return words.change(change, Long.BYTES, address + offset, key, operand, value);
  }

  @Override
  public long update(UpdateKind update, long offset, long operand) {
    return change(WordChange.of(update), offset, operand, 0);
  }

  @Override
  public long compareAndSwap(long offset, long expected, long value) {
    return change(WordChange.COMPARE_AND_SWAP, offset, expected, value);
  }
}
