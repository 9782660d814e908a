package org.armci4j.transport.network.connection;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.WordChange;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.ValueSlots;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.network.helper.ReplyBuffers;
import org.armci4j.transport.network.outbox.ShortRequest;
import org.armci4j.transport.network.outbox.UpdateBySwaps;
import org.armci4j.transport.network.outbox.WordCall;
import org.armci4j.transport.network.outbox.WordCallers;

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

  private boolean isByNetwork(int lengthBytes) {
    return network != null && (lengthBytes == Long.BYTES || network.updatesInts());
  }

  /**
   * Returns whether the network makes an update. The helper thread may make one of four bytes, as
   * CPUs are atomic to networks that update such words.
   */
  private boolean isByNetwork(int lengthBytes, UpdateKind update) {
    return isByNetwork(lengthBytes)
        && (lengthBytes == Long.BYTES || network.isOneOperation(update));
  }

  /**
   * Reads a word through the network, or together with other threads' words.
   *
   * @param lengthBytes 1, 2, 4 or 8
   * @param block address of the block that holds it
   * @param offset of the word there
   * @param key of the block
   * @param replies where the values of shared messages land; null if the call goes alone
   * @return the value in the lower bytes; the other bytes are undefined
   */
  public long get(int lengthBytes, long block, long offset, RemoteKey key, ReplyBuffers replies) {
    boolean shares = traffic.enter();
    try {
      return shares && replies != null
          ? share(new WordCall(null, lengthBytes, block, offset, key, 0, 0), replies)
          : get(lengthBytes, block + offset, key);
    } finally {
      traffic.leave();
    }
  }

  private long share(WordCall call, ReplyBuffers replies) {
    return owner.outbox().share(call, replies, traffic);
  }

  private long get(int lengthBytes, long address, RemoteKey key) {
    int slot = values.take();
    try {
      long ticket =
          owner.start(
              owner
                  .begin()
                  .transfer()
                  .get(address, key, values.memory(), values.place(slot), lengthBytes));
      owner.endpoint().progress().awaitOrAbandon(ticket, "get");
      return values.value(slot);
    } finally {
      values.giveBack(slot);
    }
  }

  /**
   * Reads a word through the helper thread of its owner.
   *
   * @param lengthBytes 1, 2, 4 or 8
   * @param address of the word
   * @return the value, in the lower bytes
   */
  public long ask(int lengthBytes, long address) {
    return answer(owner.begin().request().get(lengthBytes, address));
  }

  /**
   * Returns whether a block can still be attached to; its owner's helper thread answers.
   *
   * @param block where it begins
   * @param key of its registration
   */
  public boolean isOffered(long block, byte[] key) {
    return answer(owner.begin().request().find(block, key)) != 0;
  }

  private long answer(ShortRequest question) {
    return owner.helper().awaitValue(owner.start(question));
  }

  /**
   * Adds to a word of eight bytes, whose old value is not returned.
   *
   * @param address of the word
   * @param key of the memory that holds it
   * @param delta the addend
   */
  public void add(long address, RemoteKey key, long delta) {
    if (isByNetwork(Long.BYTES)) {
      owner.start(owner.begin().update().add(address, key, delta));
    } else {
      owner.start(owner.begin().request().add(address, delta));
    }
  }

  /**
   * Updates a word, perhaps together with other threads' words.
   *
   * @param lengthBytes of the word, 4 or 8
   * @param block address of the block that holds it
   * @param offset of the word there
   * @param key of the block
   * @param update the kind of update
   * @param operand the update's operand
   * @param replies where the values of shared messages land; null if the call goes alone
   * @return the old value, in the lower bytes
   */
  public long update(
      int lengthBytes,
      long block,
      long offset,
      RemoteKey key,
      UpdateKind update,
      long operand,
      ReplyBuffers replies) {
    boolean shares = traffic.enter();
    try {
      if (shares && replies != null) {
        WordChange change = WordChange.of(update);
        return share(new WordCall(change, lengthBytes, block, offset, key, operand, 0), replies);
      }
      return update(lengthBytes, block + offset, key, update, operand);
    } finally {
      traffic.leave();
    }
  }

  /**
   * Updates a word.
   *
   * @param lengthBytes of the word, 4 or 8
   * @param address of the word
   * @param key of the memory that holds it
   * @param update the kind of update
   * @param operand the update's operand
   * @return the old value, in the lower bytes
   */
  public long update(
      int lengthBytes, long address, RemoteKey key, UpdateKind update, long operand) {
    if (!isByNetwork(lengthBytes, update)) {
      return answer(owner.begin().request().update(lengthBytes, address, update, operand));
    }
    int slot = values.take();
    try {
      MemorySegment result = values.memory();
      long place = values.place(slot);
      return await(slot, startUpdate(lengthBytes, address, key, update, operand, result, place));
    } finally {
      values.giveBack(slot);
    }
  }

  /**
   * Compares a word with the expected value, and replaces it if they are equal; perhaps together
   * with other threads' words.
   *
   * @param lengthBytes of the word, 4 or 8
   * @param block address of the block that holds it
   * @param offset of the word there
   * @param key of the block
   * @param expected value at which the word is replaced
   * @param value the new value
   * @param replies where the values of shared messages land; null if the call goes alone
   * @return the old value, in the lower bytes
   */
  public long compareAndSwap(
      int lengthBytes,
      long block,
      long offset,
      RemoteKey key,
      long expected,
      long value,
      ReplyBuffers replies) {
    boolean shares = traffic.enter();
    try {
      if (shares && replies != null) {
        WordChange change = WordChange.COMPARE_AND_SWAP;
        return share(
            new WordCall(change, lengthBytes, block, offset, key, expected, value), replies);
      }
      return compareAndSwap(lengthBytes, block + offset, key, expected, value);
    } finally {
      traffic.leave();
    }
  }

  /**
   * Compares a word with the expected value, and replaces it if they are equal.
   *
   * @param lengthBytes of the word, 4 or 8
   * @param address of the word
   * @param key of the memory that holds it
   * @param expected value at which the word is replaced
   * @param value the new value
   * @return the old value, in the lower bytes
   */
  public long compareAndSwap(
      int lengthBytes, long address, RemoteKey key, long expected, long value) {
    if (!isByNetwork(lengthBytes)) {
      return answer(owner.begin().request().swap(lengthBytes, address, expected, value));
    }
    int slot = values.take();
    try {
      MemorySegment result = values.memory();
      long place = values.place(slot);
      return await(
          slot, startCompareAndSwap(lengthBytes, address, key, expected, value, result, place));
    } finally {
      values.giveBack(slot);
    }
  }

  private long await(int slot, long ticket) {
    owner.endpoint().progress().awaitOrAbandon(ticket, "atomic update");
    return values.value(slot);
  }

  /**
   * Starts an {@link #update}.
   *
   * @param lengthBytes of the word, 4 or 8
   * @param address of the word
   * @param key of the memory that holds it
   * @param update the kind of update
   * @param operand the update's operand
   * @param result receives the old value, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket for the old value
   */
  public long startUpdate(
      int lengthBytes,
      long address,
      RemoteKey key,
      UpdateKind update,
      long operand,
      MemorySegment result,
      long resultOffset) {
    if (!isByNetwork(lengthBytes, update)) {
      return owner.start(
          owner
              .begin()
              .request()
              .update(lengthBytes, address, update, operand)
              .into(result, resultOffset));
    }
    if (!network.isOneOperation(update)) {
      return owner.call(new UpdateBySwaps(address, key, update, operand, result, resultOffset));
    }
    return owner.start(
        owner
            .begin()
            .update()
            .update(lengthBytes, address, key, update, operand)
            .into(result, resultOffset));
  }

  /**
   * Starts a {@link #compareAndSwap}.
   *
   * @param lengthBytes of the word, 4 or 8
   * @param address of the word
   * @param key of the memory that holds it
   * @param expected value at which the word is replaced
   * @param value the new value
   * @param result receives the old value, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket for the old value
   */
  public long startCompareAndSwap(
      int lengthBytes,
      long address,
      RemoteKey key,
      long expected,
      long value,
      MemorySegment result,
      long resultOffset) {
    if (!isByNetwork(lengthBytes)) {
      return owner.start(
          owner
              .begin()
              .request()
              .swap(lengthBytes, address, expected, value)
              .into(result, resultOffset));
    }
    return owner.start(
        owner
            .begin()
            .update()
            .swap(lengthBytes, address, key, expected, value)
            .into(result, resultOffset));
  }
}
