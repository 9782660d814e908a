package org.armci4j.collectives.direct;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.SaveError;
import jnr.ffi.types.size_t;
import jnr.ffi.types.ssize_t;
import org.armci4j.Armci;
import org.armci4j.ArmciException;

/**
 * Copies between this process and another of the same user on this host, in one step by the kernel.
 * Linux lets a process do so where it might trace the other; a rank asks {@link #canRead} first.
 *
 * <p>A copy allocates nothing. It ends with an exception when the other process has gone or its
 * memory is not there: the kernel looks, so nothing faults.
 *
 * <p>Source: process_vm_readv(2).
 */
final class ProcessMemory {
  private static final int NO_SUCH_PROCESS = 3;

  /** How long after a rank's process is gone the job may take to say so. */
  private static final long DEATH_NEWS_NANOS = 10_000_000_000L;

  private static final long VECTOR_BYTES = 2 * Long.BYTES;

  private final LibC libC;
  private final Armci armci;

  /** Two {@code struct iovec}, the local one and the other's. */
  private final MemorySegment vectors = Arena.ofAuto().allocate(2 * VECTOR_BYTES, 8);

  /** The C library's calls; pointers are addresses. */
  public interface LibC {
    /** Copies from another process. */
    @SaveError
    @ssize_t
    long process_vm_readv(
        int pid,
        @size_t long local,
        @size_t long localCount,
        @size_t long remote,
        @size_t long remoteCount,
        @size_t long flags);

    /** Copies to another process. */
    @SaveError
    @ssize_t
    long process_vm_writev(
        int pid,
        @size_t long local,
        @size_t long localCount,
        @size_t long remote,
        @size_t long remoteCount,
        @size_t long flags);
  }

  private ProcessMemory(LibC libC, Armci armci) {
    this.libC = libC;
    this.armci = armci;
  }

  /** Loads the C library's functions, or gives null where there are none. */
  static ProcessMemory load(Armci armci) {
    try {
      return new ProcessMemory(LibraryLoader.create(LibC.class).failImmediately().load("c"), armci);
    } catch (RuntimeException | LinkageError e) {
      return null;
    }
  }

  /** Whether a process lets this one read a word, which is to be {@code expected}. */
  boolean canRead(int pid, long address, long expected) {
    MemorySegment word = Arena.ofAuto().allocate(JAVA_LONG);
    describe(word.address(), address, Long.BYTES);
    return call(pid, false) == Long.BYTES && word.get(JAVA_LONG, 0) == expected;
  }

  /** Copies from a rank's memory to this one's. */
  void read(int rank, int pid, long address, long to, long sizeBytes) {
    copy(rank, pid, address, to, sizeBytes, false);
  }

  /** Copies from this rank's memory to another's. */
  void write(int rank, int pid, long address, long from, long sizeBytes) {
    copy(rank, pid, address, from, sizeBytes, true);
  }

  private void copy(int rank, int pid, long remote, long local, long sizeBytes, boolean write) {
    long done = 0;
    while (done < sizeBytes) {
      describe(local + done, remote + done, sizeBytes - done);
      long moved = call(pid, write);
      if (moved <= 0) {
        int error = Runtime.getSystemRuntime().getLastError();
        throw failed(rank, pid, remote + done, sizeBytes - done, write, error);
      }
      done += moved;
    }
  }

  private void describe(long local, long remote, long sizeBytes) {
    vectors.set(JAVA_LONG, 0, local);
    vectors.set(JAVA_LONG, 8, sizeBytes);
    vectors.set(JAVA_LONG, VECTOR_BYTES, remote);
    vectors.set(JAVA_LONG, VECTOR_BYTES + 8, sizeBytes);
  }

  private long call(int pid, boolean write) {
    long local = vectors.address();
    long remote = local + VECTOR_BYTES;
    return write
        ? libC.process_vm_writev(pid, local, 1, remote, 1, 0)
        : libC.process_vm_readv(pid, local, 1, remote, 1, 0);
  }

  /** The job soon says that the rank has failed, if it has; else the memory was not there. */
  private ArmciException failed(
      int rank, int pid, long remote, long sizeBytes, boolean write, int error) {
    String what =
        "%s of %d bytes at address 0x%x of rank %d, process %d: error %d of the system"
            .formatted(
                write ? "process_vm_writev" : "process_vm_readv",
                sizeBytes,
                remote,
                rank,
                pid,
                error);
    if (error == NO_SUCH_PROCESS) {
      long deadline = System.nanoTime() + DEATH_NEWS_NANOS;
      armci.signals().await(() -> System.nanoTime() - deadline > 0, () -> what);
    }
    return new ArmciException(
        what + "; memory given to a collective must stay allocated until the call returns");
  }
}
