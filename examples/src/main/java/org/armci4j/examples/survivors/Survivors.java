package org.armci4j.examples.survivors;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.armci4j.Agreement;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.checkpoint.PartnerCheckpoint;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.RankFailedException;
import org.armci4j.examples.options.OptionException;
import org.armci4j.examples.options.ProgramOptions;

/**
 * Spreads heat in a plate, and goes on without ranks that fail: the others shrink their group, find
 * the failed rank's rows at its partner, and share all rows anew.
 */
public final class Survivors {
  private static final String USAGE =
      """
      Usage: survivors [OPTION VALUE]...

      Spreads heat in a plate of 120 x 120 points. With armci run --on-failure continue the other
      ranks go on when one fails, with the same result to the bit.

        --steps N       steps; 500 if not said
        --every N       steps from one checkpoint to the next; 20 if not said
        --die R@S,...   rank R dies at its step S; may be said for several ranks
      """;

  private static final int MOST = 1_000_000_000;
  private static final int DEAD = 9; // exit code of a rank that dies as it is told

  private final Armci armci;
  private final Options options;
  private Group group;
  private SharedPlate plate;
  private PartnerCheckpoint kept;
  private long step;
  private long checksum;

  /**
   * What the command line says.
   *
   * @param deaths pairs of a rank and the step at which it dies
   */
  private record Options(int steps, int every, List<int[]> deaths) {
    static Options of(ProgramOptions words) {
      int steps = words.number("--steps", 500, MOST);
      int every = words.number("--every", 20, MOST);
      List<int[]> deaths = new ArrayList<>();
      String text = words.value("--die", "", given -> given);
      for (String death : text.isEmpty() ? new String[0] : text.split(",", -1)) {
        if (!death.matches("\\d{1,6}@\\d{1,9}")) {
          throw new OptionException("--die: '" + death + "' is not RANK@STEP");
        }
        int at = death.indexOf('@');
        deaths.add(
            new int[] {
              Integer.parseInt(death.substring(0, at)), Integer.parseInt(death.substring(at + 1))
            });
      }
      return new Options(steps, every, deaths);
    }
  }

  private Survivors(Armci armci, Options options) {
    this.armci = armci;
    this.options = options;
    this.group = armci.world();
  }

  /**
   * Runs on one rank.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    ProgramOptions.read("survivors", USAGE, args, Options::of).ifPresent(Survivors::run);
  }

  private static void run(Options options) {
    try (Armci armci = Armci.open()) {
      new Survivors(armci, options).run();
    }
  }

  private void run() {
    boolean finished = false;
    while (!finished) {
      // Each member takes part in the agreement, whether it has met a failure or not.
      boolean mine = share() && spread();
      finished = group.agree(mine).all();
      group = finished ? group : group.shrink();
    }
    if (group.rank() == 0) {
      System.out.printf(
          Locale.ROOT,
          "after %d steps %d ranks have a plate with the checksum %016x%n",
          options.steps(),
          group.size(),
          checksum);
    }
  }

  /**
   * Shares the plate among the members, from the last checkpoint if there is one: all of them or,
   * when one more fails, none.
   */
  private boolean share() {
    SharedPlate fresh = null;
    PartnerCheckpoint again = null;
    long from = 0;
    boolean mine = false;
    try {
      fresh = new SharedPlate(armci, group);
      from = kept == null ? 0 : restore(fresh);
      again = PartnerCheckpoint.open(armci, group, fresh.bytes().byteSize());
      again.save(from, fresh.bytes());
      again.awaitCopy();
      mine = true;
    } catch (RankFailedException failed) {
      requireGoesOn(failed);
    }
    Agreement all = group.agree(mine);
    if (!all.all() || !all.gone().isEmpty()) {
      close(fresh, again);
      return false;
    }
    if (kept != null) {
      close(plate, kept);
      tell(from);
    }
    kept = again;
    plate = fresh;
    step = from;
    return true;
  }

  private static void close(SharedPlate old, PartnerCheckpoint ofIt) {
    if (ofIt != null) {
      ofIt.close();
    }
    if (old != null) {
      old.close();
    }
  }

  private long restore(SharedPlate fresh) {
    long from =
        kept.newest(group)
            .orElseThrow(() -> new IllegalStateException("a rank and its partner have failed"));
    for (int member = 0; member < kept.members(); member++) {
      MemorySegment bytes = MemorySegment.ofArray(new byte[(int) kept.sizeBytes(member)]);
      kept.read(group, from, member, bytes);
      fresh.take(bytes, SharedPlate.firstRow(member, kept.members()));
    }
    return from;
  }

  private void tell(long from) {
    if (group.rank() == 0) {
      List<String> why = armci.failures().stream().map(loss -> loss.failure().toString()).toList();
      System.out.printf(
          Locale.ROOT, "%d ranks go on from step %d (%s)%n", group.size(), from, why.getLast());
    }
  }

  /** Returns whether all steps are done; not when a member has failed. */
  private boolean spread() {
    try {
      while (step < options.steps()) {
        step++;
        dieWhereSaid();
        plate.advance(step);
        if (step % options.every() == 0) {
          kept.save(step, plate.bytes());
        }
      }
      try (Collectives collectives = Collectives.of(armci, group)) {
        checksum = collectives.allreduce(plate.checksum(), Reduction.SUM);
      }
      return true;
    } catch (RankFailedException failed) {
      requireGoesOn(failed);
      return false;
    }
  }

  private void requireGoesOn(RankFailedException failed) {
    if (armci.failures().isEmpty()) {
      throw failed; // without onFailure=continue the job ends
    }
  }

  private void dieWhereSaid() {
    for (int[] death : options.deaths()) {
      if (death[0] == armci.rank() && death[1] == step) {
        Runtime.getRuntime().halt(DEAD);
      }
    }
  }
}
