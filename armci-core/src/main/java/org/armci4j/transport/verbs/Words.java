package org.armci4j.transport.verbs;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.AtomicUpdate;
import org.armci4j.transport.RemoteBlock;

/**
 * Atomic operations on words of eight bytes, wherever they are. One word is served in one way only,
 * by the device of its owner or by its owner's helper thread and the CPUs of its host, as the
 * setting {@code verbsAtomics} says for the whole job: the two are not atomic to each other unless
 * the device says so.
 */
interface Words {
  /** Adds; nobody wants the old value, so it is not waited for. */
  void add(int rank, long address, int remoteKey, long delta);

  /** Updates; returns the old value. */
  long update(int rank, long address, int remoteKey, AtomicUpdate update, long operand);

  /** Replaces the expected value; returns the old one. */
  long compareAndSwap(int rank, long address, int remoteKey, long expected, long value);

  /** Starts what {@link #update} does; returns a ticket for the old value in {@code result}. */
  default long startUpdate(
      int rank,
      long address,
      int remoteKey,
      AtomicUpdate update,
      long operand,
      MemorySegment result,
      long resultOffset) {
    result.set(
        JAVA_LONG_UNALIGNED, resultOffset, update(rank, address, remoteKey, update, operand));
    return RemoteBlock.COMPLETE;
  }

  /** Starts what {@link #compareAndSwap} does; as {@link #startUpdate}. */
  default long startCompareAndSwap(
      int rank,
      long address,
      int remoteKey,
      long expected,
      long value,
      MemorySegment result,
      long resultOffset) {
    result.set(
        JAVA_LONG_UNALIGNED,
        resultOffset,
        compareAndSwap(rank, address, remoteKey, expected, value));
    return RemoteBlock.COMPLETE;
  }
}
