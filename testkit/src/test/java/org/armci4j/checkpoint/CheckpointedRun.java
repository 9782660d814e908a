package org.armci4j.checkpoint;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.arrays.IntegralView;
import org.armci4j.arrays.LongArray;
import org.armci4j.bootstrap.text.Text;

/**
 * Computes with members of all kinds, saves at every third step, in turn in the background, and
 * dies where it is told. A run that goes on from a checkpoint must end as one that never died.
 */
final class CheckpointedRun {
  static final int STEPS = 30;
  static final int BETWEEN_SAVES = 3;
  private static final int WORDS = 4;

  /** When a rank dies. */
  enum Moment {
    /** While it computes. */
    STEP,
    /** When the first rank has begun to make files. */
    BEGUN,
    /** When the files are being written. */
    WRITING,
    /** When the manifest is written, before or after the rename. */
    WRITTEN,
    /** When the checkpoint has its name. */
    COMPLETE
  }

  private CheckpointedRun() {}

  /**
   * Runs on one rank.
   *
   * @param arguments the folder of the checkpoints; the victim, or -1; the moment; its step
   */
  public static void main(String[] arguments) {
    Path folder = Path.of(arguments[0]);
    AtomicLong now = new AtomicLong(-1);
    try (Armci armci = Armci.open()) {
      if (armci.rank() == Integer.parseInt(arguments[1])) {
        Moment moment = Moment.valueOf(arguments[2]);
        long step = Long.parseLong(arguments[3]);
        Thread.ofPlatform().daemon().start(() -> die(folder, moment, step, now));
      }
      run(armci, folder, now);
    }
  }

  private static void run(Armci armci, Path folder, AtomicLong now) {
    int me = armci.rank();
    int others = armci.size();
    GlobalArrays arrays = GlobalArrays.of(armci);
    LongArray u = arrays.array(40, 50).ghosts(1, 1).longs();
    LongArray next = u.like().longs();
    GlobalMemory memory = armci.allocate(8L * (WORDS + me));
    long[] mine = new long[2 + me];
    u.map((index, _) -> 1 + 50 * index[0] + index[1]);
    try (Checkpoints checkpoints = Checkpoints.open(armci, folder)) {
      checkpoints.add("u", u).add("memory", memory).add("mine", MemorySegment.ofArray(mine));
      int step = (int) checkpoints.restoreNewest().orElse(0);
      if (me == 0) {
        System.out.println("restored " + step);
      }
      while (step < STEPS) {
        step++;
        now.set(step);
        u.updateGhosts(true);
        IntegralView around = u.view();
        next.map(
            (at, value) ->
                3 * around.get(at[0], at[1])
                    + 5 * around.get(at[0] - 1, at[1])
                    + 7 * around.get(at[0], at[1] + 1));
        LongArray old = u;
        u = next;
        next = old;
        armci.fetchAndAdd(memory, (me + step) % others, 8L * (step % WORDS), mine[0] * 31 + me);
        armci.barrier();
        for (int i = 0; i < mine.length; i++) {
          long word = memory.local().get(ValueLayout.JAVA_LONG, 8L * ((step + i) % WORDS));
          mine[i] = mine[i] * 1_000_003 + word + step;
        }
        armci.barrier();
        if (step % BETWEEN_SAVES == 0) {
          checkpoints.add("u", u);
          if (step % 2 == 0) {
            checkpoints.saveInBackground(step);
          } else {
            checkpoints.save(step);
          }
        }
      }
    }
  }

  /** Ends the process at once, without hooks, as a kill does; files stay as they are. */
  private static void die(Path folder, Moment moment, long step, AtomicLong now) {
    while (!isReached(folder, moment, step, now)) {
      Thread.onSpinWait();
    }
    Runtime.getRuntime().halt(9);
  }

  private static boolean isReached(Path folder, Moment moment, long step, AtomicLong now) {
    if (moment == Moment.STEP || now.get() < 0) { // before, the job before may have left files
      return now.get() >= step;
    }
    if (Files.exists(folder.resolve("step-" + step))) {
      return true;
    }
    String pattern = Text.format(".unfinished-%d-*", step);
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
      for (Path one : found) {
        return switch (moment) {
          case BEGUN -> true;
          case WRITING -> Files.exists(one.resolve("u.npy"));
          case WRITTEN -> Files.exists(one.resolve(Manifest.FILE));
          default -> false;
        };
      }
    } catch (IOException notYetThere) {
      return false;
    }
    return false;
  }
}
