package org.armci4j.transport.shared;

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
import java.util.Optional;
import org.armci4j.transport.ProcessMemory;

/**
 * The system calls process_vm_readv and process_vm_writev. Linux allows them to a process that may
 * trace the other process.
 *
 * <p>The calls go through the JDK's linker and not through jnr-ffi. With exactly six integers, jffi
 * 1.3 passes a wrong last one, which the kernel refuses; with more it allocates 72 bytes a call.
 *
 * <p>Source: process_vm_readv(2).
 */
final class LinuxProcessMemory implements ProcessMemory {
  /**
   * EFAULT, there is no such memory. Also the result of a copy that ends early without an error.
   */
  private static final int NO_SUCH_MEMORY = 14;

  private static final long VECTOR_BYTES = 2 * Long.BYTES;
  private static final String ERROR_NUMBER = "errno";

  /** Two {@code struct iovec}: the local one and the other process's. */
  private final MemorySegment vectors = Arena.ofAuto().allocate(2 * VECTOR_BYTES, 8);

  /** Where a call leaves its error. */
  private final MemorySegment state = Arena.ofAuto().allocate(CLibrary.STATE);

  /** The C library's functions, linked when the first rank needs them, in about 0.04 s. */
  private static final class CLibrary {
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

  private LinuxProcessMemory() {}

  /** Links the C library's functions; returns empty where there are none. */
  static Optional<ProcessMemory> link() {
    try {
      return Optional.of(new LinuxProcessMemory());
    } catch (RuntimeException | LinkageError e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean canRead(int processId, long address, long expected) {
    MemorySegment word = Arena.ofAuto().allocate(JAVA_LONG);
    describe(word.address(), address, Long.BYTES);
    return call(processId, false) == Long.BYTES && word.get(JAVA_LONG, 0) == expected;
  }

  @Override
  public int read(int processId, long address, long to, long sizeBytes) {
    return copy(processId, address, to, sizeBytes, false);
  }

  @Override
  public int write(int processId, long address, long from, long sizeBytes) {
    return copy(processId, address, from, sizeBytes, true);
  }

  /**
   * Copies all bytes in a loop: one call moves 2 GiB at most, and stops early where the other
   * process's memory ends.
   */
  private int copy(int processId, long remote, long local, long sizeBytes, boolean write) {
    long done = 0;
    while (done < sizeBytes) {
      describe(local + done, remote + done, sizeBytes - done);
      long moved = call(processId, write);
      if (moved <= 0) {
        return moved < 0 ? (int) CLibrary.ERROR.get(state, 0L) : NO_SUCH_MEMORY;
      }
      done += moved;
    }
    return DONE;
  }

  private void describe(long local, long remote, long sizeBytes) {
    vectors.set(JAVA_LONG, 0, local);
    vectors.set(JAVA_LONG, 8, sizeBytes);
    vectors.set(JAVA_LONG, VECTOR_BYTES, remote);
    vectors.set(JAVA_LONG, VECTOR_BYTES + 8, sizeBytes);
  }

  private long call(int processId, boolean write) {
    long remote = vectors.address() + VECTOR_BYTES;
    try {
      return write
          ? (long) CLibrary.WRITE.invokeExact(state, processId, vectors, 1L, remote, 1L, 0L)
          : (long) CLibrary.READ.invokeExact(state, processId, vectors, 1L, remote, 1L, 0L);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("these functions cannot throw this", e);
    }
  }
}
