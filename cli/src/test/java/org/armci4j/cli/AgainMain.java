package org.armci4j.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.RankFailedException;

/**
 * Goes through steps, and opens again after each failure of another rank. The arguments are deaths,
 * such as {@code 1@0:5} for rank 1 in epoch 0 before step 5, and words for what to do otherwise.
 */
final class AgainMain {
  private static final int STEPS = 12;

  private AgainMain() {}

  public static void main(String[] arguments) throws IOException {
    List<String> words = List.of(arguments);
    long done = 0;
    while (done < STEPS) {
      try (Armci armci = Armci.open()) {
        die(armci, 0, words);
        done = run(armci, done, words);
      } catch (RankFailedException failed) {
        if (words.contains("once")) {
          throw failed;
        }
        System.out.println("survived " + failed.failure().reason());
      }
    }
  }

  private static long run(Armci armci, long before, List<String> words) throws IOException {
    GlobalMemory memory = armci.allocate(Long.BYTES);
    int next = (armci.rank() + 1) % armci.size();
    try (Collectives collectives = Collectives.of(armci)) {
      long begin = collectives.allreduce(before, Reduction.MAX);
      for (long step = begin + 1; step <= STEPS; step++) {
        die(armci, step, words);
        armci.fetchAndAdd(memory, next, 0, 1);
        collectives.barrier();
      }
      long counted = armci.getLong(memory, armci.rank(), 0);
      if (counted != STEPS - begin) {
        throw new AssertionError(counted + " steps counted, not " + (STEPS - begin));
      }
      System.out.println(
          "rank "
              + armci.rank()
              + " of "
              + armci.size()
              + " in epoch "
              + armci.epoch()
              + (armci.restarted() ? ", started again" : ""));
      collectives.barrier();
    }
    return STEPS;
  }

  private static void die(Armci armci, long step, List<String> words) throws IOException {
    if (words.contains(armci.rank() + "@" + armci.epoch() + ":" + step)) {
      new ProcessBuilder("kill", "-KILL", Long.toString(ProcessHandle.current().pid())).start();
      while (true) {
        LockSupport.park();
      }
    }
  }
}
