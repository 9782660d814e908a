package org.armci4j.transport.network.connection;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.network.IntWordAtomics;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.network.helper.HelperAtomics;
import org.armci4j.transport.network.helper.HelperUpdate;

/**
 * Updates of one rank's words, in the order of the calls: by the network if that can, else by the
 * words' owner's helper thread. Those whose value is waited for wait for what is before them too;
 * all others are queued behind it.
 */
public final class OrderedUpdates implements WordAtomics, IntWordAtomics {
  private final ConnectedRank owner;

  /** Null where the network has none. */
  private final WordAtomics network;

  /** The same of words of four bytes. */
  private final IntWordAtomics networkInts;

  private final HelperAtomics helper;

  /**
   * @param owner whose words they are
   * @param network its updates, or null
   * @param networkInts the same of words of four bytes, or null
   * @param helper those of its helper thread
   */
  OrderedUpdates(
      ConnectedRank owner, WordAtomics network, IntWordAtomics networkInts, HelperAtomics helper) {
    this.owner = owner;
    this.network = network;
    this.networkInts = networkInts;
    this.helper = helper;
  }

  private boolean startsNow() {
    return owner.startsNow(1, true) && network.mayStart();
  }

  @Override
  public void add(long address, RemoteKey key, long delta) {
    if (network == null) {
      owner.outbox().ask(HelperUpdate.addLong(address, delta));
    } else if (startsNow()) {
      network.add(address, key, delta);
    } else {
      owner.outbox().add(address, key, delta);
    }
  }

  @Override
  public long update(long address, RemoteKey key, UpdateKind update, long operand) {
    return awaited().update(address, key, update, operand);
  }

  @Override
  public long compareAndSwap(long address, RemoteKey key, long expected, long value) {
    return awaited().compareAndSwap(address, key, expected, value);
  }

  /** With nothing before it. */
  private WordAtomics awaited() {
    if (network == null) {
      owner.helper();
      return helper;
    }
    owner.direct();
    return network;
  }

  @Override
  public long startUpdate(
      long address,
      RemoteKey key,
      UpdateKind update,
      long operand,
      MemorySegment result,
      long resultOffset) {
    if (network == null) {
      return owner
          .outbox()
          .ask(HelperUpdate.ofLong(address, update, operand, result, resultOffset));
    }
    return network.isOneOperation(update) && startsNow()
        ? network.startUpdate(address, key, update, operand, result, resultOffset)
        : owner.outbox().update(address, key, update, operand, result, resultOffset);
  }

  @Override
  public long startCompareAndSwap(
      long address,
      RemoteKey key,
      long expected,
      long value,
      MemorySegment result,
      long resultOffset) {
    if (network == null) {
      return owner
          .outbox()
          .ask(HelperUpdate.swapLong(address, expected, value, result, resultOffset));
    }
    return startsNow()
        ? network.startCompareAndSwap(address, key, expected, value, result, resultOffset)
        : owner.outbox().compareAndSwap(address, key, expected, value, result, resultOffset);
  }

  @Override
  public int updateInt(long address, RemoteKey key, UpdateKind update, int operand) {
    return awaitedInts().updateInt(address, key, update, operand);
  }

  @Override
  public int compareAndSwapInt(long address, RemoteKey key, int expected, int value) {
    return awaitedInts().compareAndSwapInt(address, key, expected, value);
  }

  private IntWordAtomics awaitedInts() {
    if (networkInts == null) {
      owner.helper();
      return helper;
    }
    owner.direct();
    return networkInts;
  }

  /**
   * Starts what {@link #updateInt} does; a network that updates such words itself is waited for.
   *
   * @param address of the word
   * @param key of the memory that holds it
   * @param update what to do
   * @param operand the update's operand
   * @param result receives the old value, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket for the old value
   */
  public long startUpdateInt(
      long address,
      RemoteKey key,
      UpdateKind update,
      int operand,
      MemorySegment result,
      long resultOffset) {
    if (networkInts == null) {
      return owner.outbox().ask(HelperUpdate.ofInt(address, update, operand, result, resultOffset));
    }
    result.set(JAVA_INT_UNALIGNED, resultOffset, updateInt(address, key, update, operand));
    return RemoteBlock.COMPLETE;
  }

  /**
   * Starts what {@link #compareAndSwapInt} does; as {@link #startUpdateInt}.
   *
   * @param address of the word
   * @param key of the memory that holds it
   * @param expected what it must hold
   * @param value its new value then
   * @param result receives the old value, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket for the old value
   */
  public long startCompareAndSwapInt(
      long address,
      RemoteKey key,
      int expected,
      int value,
      MemorySegment result,
      long resultOffset) {
    if (networkInts == null) {
      return owner
          .outbox()
          .ask(HelperUpdate.swapInt(address, expected, value, result, resultOffset));
    }
    result.set(JAVA_INT_UNALIGNED, resultOffset, compareAndSwapInt(address, key, expected, value));
    return RemoteBlock.COMPLETE;
  }
}
