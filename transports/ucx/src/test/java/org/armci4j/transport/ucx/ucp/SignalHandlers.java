package org.armci4j.transport.ucx.ucp;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** What handles this process's signals, by sigaction(2). */
final class SignalHandlers {
  private static final long SIGACTION_BYTES = 152;

  private SignalHandlers() {}

  /** The address of the function that handles a signal. */
  @SuppressWarnings("restricted") // a test may ask the C library
  static long handler(int signal) {
    Linker linker = Linker.nativeLinker();
    MethodHandle sigaction =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("sigaction"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment old = arena.allocate(SIGACTION_BYTES, Long.BYTES);
      int result = (int) sigaction.invokeExact(signal, MemorySegment.NULL, old);
      if (result != 0) {
        throw new AssertionError("sigaction failed for signal " + signal);
      }
      return old.get(JAVA_LONG, 0);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
