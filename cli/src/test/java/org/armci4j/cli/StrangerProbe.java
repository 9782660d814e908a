package org.armci4j.cli;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Scanner;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;

/**
 * Prints where each rank's global memory lies, waits for a line on standard input, and then checks
 * whether a stranger has written there. Before and after that the ranks write to each other.
 */
public final class StrangerProbe {
  /** Bytes that a stranger may write to. */
  static final int SIZE_BYTES = 1000;

  private static final int COUNT_AT = 1024;

  private StrangerProbe() {}

  /** Runs one rank. */
  public static void main(String[] args) {
    try (Armci armci = Armci.open()) {
      GlobalMemory memory = armci.allocate(COUNT_AT + Long.BYTES);
      MemorySegment own = memory.local();
      writeToAll(armci, memory);
      System.out.printf(
          Locale.ROOT, "at %d %d %d%n", armci.rank(), ProcessHandle.current().pid(), own.address());
      if (armci.rank() == 0) {
        new Scanner(System.in, StandardCharsets.UTF_8).nextLine();
      }
      armci.barrier();
      int written = 0;
      for (int i = 0; i < SIZE_BYTES; i++) {
        written += own.get(ValueLayout.JAVA_BYTE, i) == 0 ? 0 : 1;
      }
      armci.barrier();
      writeToAll(armci, memory);
      long count = own.get(ValueLayout.JAVA_LONG, COUNT_AT);
      System.out.printf(
          Locale.ROOT,
          "found %d: %d bytes written, %s%n",
          armci.rank(),
          written,
          count == 2L * armci.size() ? "counts are right" : "counts are wrong: " + count);
    }
  }

  private static void writeToAll(Armci armci, GlobalMemory memory) {
    MemorySegment zeros = MemorySegment.ofArray(new byte[SIZE_BYTES]);
    for (int rank = 0; rank < armci.size(); rank++) {
      if (rank != armci.rank()) {
        armci.put(zeros, memory, rank, 0);
      }
      armci.fetchAndAdd(memory, rank, COUNT_AT, 1);
    }
    armci.barrier();
  }
}
