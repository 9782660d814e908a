package org.armci4j.collectives.direct;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.armci4j.Armci;
import org.armci4j.ArmciException;

/**
 * Copies between this process and another of the same user on this host, in one step by the kernel.
 * Linux lets a process do so where it might trace the other; a rank asks {@link #canRead} first.
 *
 * <p>A copy allocates nothing. It ends with an exception when the other process has gone or its
 * memory is not there: the kernel looks, so nothing faults.
 *
 * <p>The calls go through the JDK's linker and not through jnr-ffi: jffi 1.3 passes something else
 * as the last of exactly six integers, which the kernel refuses, and for more of them it allocates
 * 72 bytes a call.
 *
 * <p>Source: process_vm_readv(2).
 */
final class ProcessMemory {
  private static final int NO_SUCH_PROCESS = 3;

  /** How long after a rank's process is gone the job may take to say so. */
  private static final long DEATH_NEWS_NANOS = 10_000_000_000L;

  private static final long VECTOR_BYTES = 2 * Long.BYTES;
  private static final String ERROR_NUMBER = "errno";

  private final Armci armci;

  /** Two {@code struct iovec}, the local one and the other's. */
  private final MemorySegment vectors = Arena.ofAuto().allocate(2 * VECTOR_BYTES, 8);

  /** Where a call leaves its error. */
  private final MemorySegment state = Arena.ofAuto().allocate(Calls.STATE);

  /** The C library's functions; linked when the first rank needs them, about 0.04 s. */
  private static final class Calls {
    static final StructLayout STATE = Linker.Option.captureStateLayout();
    static final VarHandle ERROR =
        STATE.varHandle(MemoryLayout.PathElement.groupElement(ERROR_NUMBER));
    static final MethodHandle READ = link("process_vm_readv");
    static final MethodHandle WRITE = link("process_vm_writev");

    @SuppressWarnings("restricted") // the linker; the kernel checks both ranges
    private static MethodHandle link(String name) {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(
          linker.defaultLookup().findOrThrow(name),
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          Linker.Option.captureCallState(ERROR_NUMBER));
    }
  }

  private ProcessMemory(Armci armci) {
    this.armci = armci;
  }

  /** Links the C library's functions, or gives null where there are none. */
  static ProcessMemory load(Armci armci) {
    try {
      return new ProcessMemory(armci);
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
        int error = (int) Calls.ERROR.get(state, 0L);
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
    long remote = vectors.address() + VECTOR_BYTES;
    try {
      return write
          ? (long) Calls.WRITE.invokeExact(state, pid, vectors, 1L, remote, 1L, 0L)
          : (long) Calls.READ.invokeExact(state, pid, vectors, 1L, remote, 1L, 0L);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("these functions cannot throw this", e);
    }
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
