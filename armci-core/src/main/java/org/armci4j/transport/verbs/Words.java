package org.armci4j.transport.verbs;

import org.armci4j.transport.AtomicUpdate;

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
}
