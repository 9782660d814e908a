package org.armci4j.transport.shared;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.IgnoreError;
import jnr.ffi.types.size_t;
import org.armci4j.bootstrap.RankThreadGroup;
import org.armci4j.transport.NativeLibraries;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The futex system call through jnr-ffi (futex(2)), in its shared form, as the word lies in memory
 * of several processes.
 *
 * <p>The first load of jnr-ffi takes about 0.13 s of a core, which a short job need not pay. So a
 * thread of its own loads it after some twenty sleeps, or when a sleeper must be woken. Until then
 * a sleep is a plain timed one and a wake does nothing: sleepers check again by themselves within a
 * park's time-out. The same holds for good where the call cannot be made at all.
 */
final class LinuxFutex implements Futex {
  private static final int FUTEX_WAIT = 0;
  private static final int FUTEX_WAKE = 1;

  /** Longest sleep while nobody can wake the sleeper. */
  private static final long UNWOKEN_SLEEP_NANOS = 1_000_000;

  /** Timed sleeps, of a millisecond at most, before the library is loaded. */
  private static final int SLEEPS_BEFORE_LOADING = 20;

  private final long systemCallNumber;
  private final AtomicInteger sleeps = new AtomicInteger();

  /** Null until loaded. Written once by the loading thread; the volatile write publishes it. */
  private volatile FutexCalls libC;

  private volatile boolean loading;

  /** A struct timespec per thread, as a park must not allocate. */
  private final ThreadLocal<Pointer> timespecs =
      ThreadLocal.withInitial(
          () -> Memory.allocateDirect(Runtime.getSystemRuntime(), 2 * Long.BYTES));

  /** The C library's {@code syscall(2)}, in the shape that futexes need. */
  public interface FutexCalls {
    /**
     * Calls futex(2).
     *
     * @param number of the system call
     * @param address of the word
     * @param operation FUTEX_WAIT or FUTEX_WAKE
     * @param value expected value, or how many to wake
     * @param timeout a struct timespec, or null
     * @return the system call's result
     */
    @IgnoreError
    long syscall(long number, @size_t long address, int operation, int value, Pointer timeout);
  }

  /**
   * @param systemCallNumber of futex on this CPU, see {@link #forThisMachine}
   */
  private LinuxFutex(long systemCallNumber) {
    this.systemCallNumber = systemCallNumber;
  }

  /** Returns the best that this machine offers: a real futex on Linux, timed sleeps elsewhere. */
  static Futex forThisMachine() {
    long number =
        switch (System.getProperty("os.arch")) {
          case "amd64", "x86_64" -> 202;
          case "aarch64" -> 98;
          default -> -1;
        };
    boolean linux = System.getProperty("os.name").startsWith("Linux");
    return linux && number >= 0 ? new LinuxFutex(number) : new TimedSleep();
  }

  @Override
  public void await(long address, int expected, long timeoutNanos) {
    FutexCalls c = libC;
    if (c == null) {
      if (sleeps.incrementAndGet() >= SLEEPS_BEFORE_LOADING) {
        load();
      }
      LockSupport.parkNanos(Math.min(timeoutNanos, UNWOKEN_SLEEP_NANOS));
      return;
    }
    Pointer timeout = timespecs.get();
    timeout.putLong(0, timeoutNanos / 1_000_000_000L);
    timeout.putLong(Long.BYTES, timeoutNanos % 1_000_000_000L);
    c.syscall(systemCallNumber, address, FUTEX_WAIT, expected, timeout);
  }

  @Override
  public void wakeAll(long address) {
    FutexCalls c = libC;
    if (c == null) {
      load();
      return;
    }
    c.syscall(systemCallNumber, address, FUTEX_WAKE, Integer.MAX_VALUE, null);
  }

  private synchronized void load() {
    if (!loading) {
      loading = true;
      // jnr-ffi starts a thread that ends with the JVM, see loadLibrary.
      ThreadGroup around = RankThreadGroup.aroundRanks();
      Thread.ofPlatform().group(around).daemon().name("armci-futex-load").start(this::loadLibrary);
    }
  }

  private void loadLibrary() {
    Availability answer = Loaded.ANSWER;
    if (answer.calls == null) {
      Logger log = LoggerFactory.getLogger(LinuxFutex.class); // loading it takes long, so only here
      log.warn("idle waits use timed sleeps: {}", answer.whyNot);
      return;
    }
    timespecs.get(); // here, as the first allocation starts jnr-ffi's freeing thread
    libC = answer.calls;
  }

  /**
   * @param calls null if it cannot be called
   * @param whyNot null if it can
   */
  private record Availability(FutexCalls calls, String whyNot) {}

  /**
   * Loads the library when first touched. The answer never changes and serves the whole JVM, as
   * each load makes jnr-ffi generate a class, which takes some 10 ms of a core and stays.
   */
  private static final class Loaded {
    static final Availability ANSWER = load();

    private static Availability load() {
      try {
        return new Availability(LibraryLoader.create(FutexCalls.class).load("c"), null);
      } catch (RuntimeException | LinkageError e) {
        return new Availability(null, NativeLibraries.whyNot("libc's futex", "libc6", e));
      }
    }
  }

  /** For machines without futexes: every sleeper wakes by its own clock. */
  private static final class TimedSleep implements Futex {
    @Override
    public void await(long address, int expected, long timeoutNanos) {
      LockSupport.parkNanos(Math.min(timeoutNanos, UNWOKEN_SLEEP_NANOS));
    }

    @Override
    public void wakeAll(long address) {
      // Sleepers check again when their short sleep ends.
    }
  }
}
