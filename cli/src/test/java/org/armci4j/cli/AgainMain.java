package org.armci4j.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.RankFailedException;

/**
 * Goes through steps, and opens again after each failure of another rank. The arguments are deaths,
 * such as {@code 1@0:5} for rank 1 in epoch 0 before step 5; {@code hold@1} for an epoch in which
 * rank 0 waits until another one fails; and {@code once}, not to open again.
 */
final class AgainMain {
  private static final int STEPS = 12;

  private AgainMain() {}

  public static void main(String[] arguments) throws IOException {
    List<String> words = List.of(arguments);
    long[] done = {0}; // survives a failure of another rank
    while (done[0] < STEPS) {
      try (Armci armci = Armci.open()) {
        die(armci, 0, words);
        run(armci, done, words);
      } catch (RankFailedException failed) {
        if (words.contains("once")) {
          throw failed;
        }
        System.out.println("survived " + failed.failure().reason());
      }
    }
  }

  private static void run(Armci armci, long[] done, List<String> words) throws IOException {
    GlobalMemory memory = armci.allocate(Long.BYTES);
    int next = (armci.rank() + 1) % armci.size();
    try (Collectives collectives = Collectives.of(armci)) {
      long begin = collectives.allreduce(done[0], Reduction.MAX);
      for (long step = begin + 1; step <= STEPS; step++) {
        die(armci, step, words);
        if (step == STEPS / 2 && armci.rank() == 0 && words.contains("hold@" + armci.epoch())) {
          System.out.println("holds in epoch " + armci.epoch());
          armci.waitUntil(memory, 0, Comparison.LT, 0);
        }
        armci.fetchAndAdd(memory, next, 0, 1);
        collectives.barrier();
        done[0] = step;
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
