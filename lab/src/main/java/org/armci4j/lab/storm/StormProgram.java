package org.armci4j.lab.storm;

import java.io.IOException;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Mutexes;

/**
 * Runs on the ranks under attack. Each rank has a child process and uses every kind of resource:
 * memory, mutexes, waits. It ends normally if it survives.
 */
public final class StormProgram {
  private static final long LIFE_NANOS = 300_000_000;
  private static final int BLOCK_BYTES = 1 << 20;

  private StormProgram() {}

  /** Runs a rank; only the storm calls this. */
  public static void main(String[] arguments) throws IOException {
    Process child = new ProcessBuilder(StormProcess.CHILD).start();
    try (Armci armci = Armci.open();
        Mutexes mutexes = armci.createMutexes(1)) {
      long end = System.nanoTime() + LIFE_NANOS;
      boolean goesOn = true;
      while (goesOn) {
        GlobalMemory memory = armci.allocate(BLOCK_BYTES);
        mutexes.lock(0, 0);
        armci.fetchAndAdd(memory, 0, 0, 1);
        mutexes.unlock(0, 0);
        goesOn = decide(armci, memory, System.nanoTime() < end);
        armci.free(memory);
      }
    } finally {
      child.destroyForcibly();
    }
  }

  /** Returns rank 0's decision on all ranks. */
  private static boolean decide(Armci armci, GlobalMemory memory, boolean wish) {
    armci.barrier();
    if (armci.rank() == 0) {
      armci.putLong(memory, 0, Long.BYTES, wish ? 1 : 0);
    }
    armci.barrier();
    return armci.getLong(memory, 0, Long.BYTES) == 1;
  }
}
