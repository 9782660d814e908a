package org.armci4j.transport.network.connection;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.WordChange;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.ValueSlots;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.network.helper.ReplyBuffers;
import org.armci4j.transport.network.outbox.ShortRequest;
import org.armci4j.transport.network.outbox.Transfer;
import org.armci4j.transport.network.outbox.UpdateBySwaps;
import org.armci4j.transport.network.outbox.WordCall;
import org.armci4j.transport.network.outbox.WordCallers;
import org.armci4j.transport.network.outbox.WordUpdate;

/**
 * Reads and atomic updates of one rank's words, in the order of the calls. The network carries out
 * updates if it can, else the helper thread of the words' owner. A call that returns a value waits
 * for it. Where many threads wait at once, their calls share messages to that helper thread.
 */
public final class RemoteWords {
  private final ConnectedRank owner;

  /** The network's atomics; null if it has none. */
  private final WordAtomics network;

  private final ValueSlots values;
  private final WordCallers traffic;

  /**
   * @param owner the rank whose words they are
   * @param network its atomic updates by the network, or null
   * @param values where awaited values arrive
   * @param traffic decides which calls share messages
   */
  RemoteWords(ConnectedRank owner, WordAtomics network, ValueSlots values, WordCallers traffic) {
    this.owner = owner;
    this.network = network;
    this.values = values;
    this.traffic = traffic;
  }

  /**
   * Returns whether the network makes a change. The helper thread may make one of four bytes, as
   * CPUs are atomic to networks that change such words.
   */
  private boolean isByNetwork(WordChange change, int lengthBytes) {
    return network != null
        && (lengthBytes == Long.BYTES || (network.updatesInts() && network.isOneOperation(change)));
  }

  /**
   * Carries out a read or an atomic change, perhaps together with other threads' words, and waits
   * for it.
   *
   * @param change how the word changes; null for a read
   * @param lengthBytes of the word: 4 or 8, for a read also 1 or 2
   * @param block address of the block that holds it
   * @param offset of the word there
   * @param key of the block
   * @param operand operand of the update, or the expected value of a compare-and-swap
   * @param value new value of a compare-and-swap
   * @param replies where the values of shared messages land; null if the call goes alone
   * @return the old value in the lower bytes; the other bytes are undefined
   */
  public long call(
      WordChange change,
      int lengthBytes,
      long block,
      long offset,
      RemoteKey key,
      long operand,
      long value,
      ReplyBuffers replies) {
    boolean shares = traffic.enter();
    try {
      if (shares && replies != null) {
        WordCall call = new WordCall(change, lengthBytes, block, offset, key, operand, value);
        return owner.outbox().shared().share(call, replies, traffic);
      }
      return change == null
          ? get(lengthBytes, block + offset, key)
          : change(change, lengthBytes, block + offset, key, operand, value);
    } finally {
      traffic.leave();
    }
  }

  private long get(int lengthBytes, long address, RemoteKey key) {
    int slot = values.take();
    try {
      MemorySegment memory = values.memory();
      long place = values.place(slot);
      Transfer get =
          owner.begin().transfer().become(true, memory, place, address, key, lengthBytes);
      return await(slot, owner.start(get), "get");
    } finally {
      values.giveBack(slot);
    }
  }

  private long await(int slot, long ticket, String operation) {
    owner.endpoint().progress().awaitOrAbandon(ticket, operation);
    return values.value(slot);
  }

  /**
   * Reads a word through the helper thread of its owner.
   *
   * @param lengthBytes 1, 2, 4 or 8
   * @return the value, in the lower bytes
   */
  public long ask(int lengthBytes, long address) {
    return answer(owner.begin().request().get(lengthBytes, address));
  }

  /** Returns whether a block can still be attached to; its owner's helper thread answers. */
  public boolean isOffered(long block, byte[] key) {
    return answer(owner.begin().request().find(block, key)) != 0;
  }

  private long answer(ShortRequest question) {
    return owner.helper().awaitValue(owner.start(question));
  }

  /** Adds to a word of eight bytes, whose old value is not returned. */
  public void add(long address, RemoteKey key, long delta) {
    if (isByNetwork(WordChange.ADD, Long.BYTES)) {
      owner.start(
          owner.begin().update().change(WordChange.ADD, Long.BYTES, address, key, delta, 0));
    } else {
      owner.start(owner.begin().request().add(address, delta));
    }
  }

  /**
   * Changes a word atomically, and waits for it.
   *
   * @param lengthBytes of the word, 4 or 8
   * @param operand operand of the update, or the expected value of a compare-and-swap
   * @param value new value of a compare-and-swap
   * @return the old value, in the lower bytes
   */
  public long change(
      WordChange change, int lengthBytes, long address, RemoteKey key, long operand, long value) {
    if (!isByNetwork(change, lengthBytes)) {
      return answer(owner.begin().request().change(change, lengthBytes, address, operand, value));
    }
    int slot = values.take();
    try {
      MemorySegment memory = values.memory();
      long place = values.place(slot);
      long ticket = start(change, lengthBytes, address, key, operand, value, memory, place);
      return await(slot, ticket, "atomic update");
    } finally {
      values.giveBack(slot);
    }
  }

  /**
   * Starts a {@link #change}.
   *
   * @param result receives the old value
   * @param resultOffset first byte in the result, at any alignment
   * @return a ticket for the old value
   */
  public long start(
      WordChange change,
      int lengthBytes,
      long address,
      RemoteKey key,
      long operand,
      long value,
      MemorySegment result,
      long resultOffset) {
    if (!isByNetwork(change, lengthBytes)) {
      ShortRequest request = owner.begin().request();
      request.change(change, lengthBytes, address, operand, value);
      return owner.start(request.into(result, resultOffset));
    }
    if (!network.isOneOperation(change)) {
      return owner.call(
          new UpdateBySwaps(address, key, change.kind(), operand, result, resultOffset));
    }
    WordUpdate update = owner.begin().update();
    update.change(change, lengthBytes, address, key, operand, value);
    return owner.start(update.into(result, resultOffset));
  }
}
