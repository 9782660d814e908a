package org.armci4j.bootstrap.launch;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.bootstrap.launch.process.JvmSignal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs Java code on SIGQUIT, which the JVM reserves for its thread dump.
 *
 * <p>The JVM does offer SIGALRM. So this class makes libc's function {@code alarm} the kernel's
 * handler of SIGQUIT, which POSIX allows, as alarm is async-signal-safe. The kernel then calls
 * {@code alarm(SIGQUIT)}, that is {@code alarm(3)}. Three seconds later SIGALRM comes, which Java
 * handles. A user in a hurry sends SIGALRM.
 */
final class QuitSignal {
  private static final Logger LOG = LoggerFactory.getLogger(QuitSignal.class);
  private static final int SIGQUIT = 3;

  /**
   * Delay of the preparation, which takes some tens of milliseconds of a core and must not slow the
   * ranks' start.
   */
  private static final long AFTER_START_NANOS = 1_000_000_000;

  private QuitSignal() {}

  /** Runs {@code action} at every SIGQUIT and SIGALRM, beginning soon after this call. */
  static void handle(Runnable action) {
    Thread.ofPlatform().daemon().name("armci-signals").start(() -> prepare(action));
  }

  private static void prepare(Runnable action) {
    LockSupport.parkNanos(AFTER_START_NANOS);
    try {
      JvmSignal.handle("ALRM", action);
      if (QuitSignal.class.getModule().isNativeAccessEnabled()) {
        letQuitRaiseAlarm();
      }
    } catch (Throwable unavailable) {
      LOG.debug("no stall reports on signals", unavailable);
    }
  }

  @SuppressWarnings("restricted") // checked by the caller
  private static void letQuitRaiseAlarm() throws Throwable {
    Linker linker = Linker.nativeLinker();
    SymbolLookup libc = linker.defaultLookup();
    var signal =
        linker.downcallHandle(
            libc.findOrThrow("signal"), FunctionDescriptor.of(ADDRESS, JAVA_INT, ADDRESS));
    MemorySegment _ = (MemorySegment) signal.invokeExact(SIGQUIT, libc.findOrThrow("alarm"));
  }
}
