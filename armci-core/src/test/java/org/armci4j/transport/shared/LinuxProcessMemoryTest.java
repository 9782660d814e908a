package org.armci4j.transport.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import org.armci4j.transport.ProcessMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The kernel's copies, of this process's own memory, which every system allows. */
@EnabledOnOs(OS.LINUX)
class LinuxProcessMemoryTest {
  private static final int PID = (int) ProcessHandle.current().pid();

  /** Above the highest number that Linux gives to a process. */
  private static final int NO_PID = Integer.MAX_VALUE;

  private static final int BYTES = 100_003;
  private static final long WARM_UP_LIMIT_NANOS = 20_000_000_000L;

  @Test
  void copiesBothWays() {
    ProcessMemory memory = LinuxProcessMemory.link().orElseThrow();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocate(BYTES);
      MemorySegment to = arena.allocate(BYTES);
      for (int i = 0; i < BYTES; i++) {
        from.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + 1));
      }
      assertEquals(ProcessMemory.DONE, memory.read(PID, from.address(), to.address(), BYTES));
      assertEquals(-1, from.mismatch(to));
      to.fill((byte) 0);
      assertEquals(ProcessMemory.DONE, memory.write(PID, to.address(), from.address(), BYTES));
      assertEquals(-1, from.mismatch(to));
    }
  }

  @Test
  void saysWhatCanBeRead() {
    ProcessMemory memory = LinuxProcessMemory.link().orElseThrow();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(ValueLayout.JAVA_LONG);
      word.set(ValueLayout.JAVA_LONG, 0, 4711);
      assertTrue(memory.canRead(PID, word.address(), 4711));
      assertFalse(memory.canRead(PID, word.address(), 4712));
      assertFalse(memory.canRead(PID, 8, 4711));
      long to = word.address();
      int noSuchMemory = 14; // EFAULT
      assertEquals(noSuchMemory, memory.read(PID, 8, to, Long.BYTES));
      assertEquals(noSuchMemory, memory.write(PID, 8, to, Long.BYTES));
      assertEquals(ProcessMemory.NO_SUCH_PROCESS, memory.read(NO_PID, to, to, Long.BYTES));
    }
  }

  @Test
  void allocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    ProcessMemory memory = LinuxProcessMemory.link().orElseThrow();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment words = arena.allocate(64, 8);
      long deadline = System.nanoTime() + WARM_UP_LIMIT_NANOS;
      long allocated;
      do {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 1000; i++) {
          memory.read(PID, words.address(), words.address() + 32, 32);
        }
        allocated = threads.getCurrentThreadAllocatedBytes() - before;
      } while (allocated > 0 && System.nanoTime() < deadline);
      assertEquals(0, allocated);
    }
  }
}
