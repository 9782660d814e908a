package org.armci4j.cli;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.error.ArmciException;

/**
 * Writes to neighbours, round after round, while a test disturbs the hosts. The one argument is the
 * time to write after the first round, in milliseconds. In the first round all connections are
 * made: UCX 1.13 ends its process when the other side dies meanwhile (docs/networks.md). At the end
 * all ranks compare the arrived data.
 */
public final class HostProbe {
  private static final int DATA_BYTES = 100_000;
  private static final int COUNT_AT = 0;
  private static final int DATA_AT = 8;

  private final Armci armci;
  private final GlobalMemory memory;
  private final int neighbour;
  private final MemorySegment data = Arena.ofAuto().allocate(DATA_BYTES);
  private long rounds;

  private HostProbe(Armci armci) {
    this.armci = armci;
    this.memory = armci.allocate(DATA_AT + DATA_BYTES);
    this.neighbour = (armci.rank() + 1) % armci.size();
  }

  /** Runs one rank. */
  public static void main(String[] args) {
    long begin = System.nanoTime();
    try (Armci armci = Armci.open()) {
      HostProbe probe = new HostProbe(armci);
      armci.barrier();
      probe.writeOnce();
      begin = System.nanoTime();
      System.out.printf(Locale.ROOT, "going %d %d%n", armci.rank(), ProcessHandle.current().pid());
      probe.write(begin + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[0])));
      probe.check();
    } catch (ArmciException e) {
      System.out.printf(
          Locale.ROOT,
          "told after %d ms: %s%n",
          (System.nanoTime() - begin) / 1_000_000,
          e.getMessage());
      throw e;
    }
  }

  /** Writes until the time is over. */
  private void write(long endNanos) {
    while (System.nanoTime() < endNanos) {
      writeOnce();
    }
  }

  private void writeOnce() {
    data.fill((byte) ++rounds);
    armci.put(data, memory, neighbour, DATA_AT);
    armci.fence(neighbour);
    armci.fetchAndAdd(memory, neighbour, COUNT_AT, 1);
  }

  /** Requires the data that the neighbour sent last, and a count of one for each round. */
  private void check() {
    armci.barrier();
    long counted = armci.getLong(memory, neighbour, COUNT_AT);
    MemorySegment own = memory.local();
    byte last = (byte) own.get(ValueLayout.JAVA_LONG, COUNT_AT);
    long wrong = 0;
    for (int i = 0; i < DATA_BYTES; i++) {
      wrong += own.get(ValueLayout.JAVA_BYTE, DATA_AT + i) == last ? 0 : 1;
    }
    boolean right = wrong == 0 && counted == rounds && rounds > 0;
    System.out.printf(
        Locale.ROOT,
        "%s: %d rounds, %d counted, %d bytes differ%n",
        right ? "right" : "wrong",
        rounds,
        counted,
        wrong);
    armci.barrier();
  }
}
