package org.armci4j.examples.survivors;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.armci4j.Agreement;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.checkpoint.PartnerCheckpoint;
import org.armci4j.checkpoint.PartnerCopies;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.RankFailedException;
import org.armci4j.examples.common.Deaths;
import org.armci4j.examples.common.Epochs;
import org.armci4j.examples.options.ProgramOptions;

/**
 * Spreads heat in a plate, and goes on when ranks fail. Where the job goes on without them, the
 * others shrink their group, find the failed rank's rows in the partner checkpoint, and share all
 * rows anew. Where it replaces them, the new process finds its rows there.
 */
public final class Survivors {
  private static final String USAGE =
      """
      Usage: survivors [OPTION VALUE]...

      Spreads heat in a plate of 120 x 120 points. With armci run --on-failure continue the other
      ranks go on when one fails; with --spares a new process takes its place. The result is the
      same to the bit.

        --steps N       steps; 500 if not said
        --every N       steps from one checkpoint to the next; 20 if not said
        --die R@S,...   rank R dies at its step S; may be said for several ranks
      """;

  private static final int MOST = 1_000_000_000;

  private final Armci armci;
  private final Options options;

  /** Keeps the saves of this process until a failed rank is replaced. */
  private final PartnerCopies copies;

  private Group group;
  private SharedPlate plate;
  private PartnerCheckpoint kept;
  private long step;
  private long checksum;

  /** What the command line says. */
  private record Options(int steps, int every, Deaths deaths) {
    static Options of(ProgramOptions words) {
      int steps = words.number("--steps", 500, MOST);
      int every = words.number("--every", 20, MOST);
      return new Options(steps, every, Deaths.of(words));
    }
  }

  private Survivors(Armci armci, Options options, PartnerCopies copies) {
    this.armci = armci;
    this.options = options;
    this.copies = copies;
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
    try (PartnerCopies copies = new PartnerCopies()) {
      Epochs.run(armci -> new Survivors(armci, options, copies).run());
    }
  }

  /** Returns the checksum. */
  private long run() {
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
    return checksum;
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
      again = open(fresh.bytes().byteSize());
      from = restore(again, fresh);
      mine = true;
    } catch (RankFailedException failed) {
      requireGoesOn(failed);
    }
    Agreement all = group.agree(mine);
    if (!all.all() || !all.gone().isEmpty()) {
      close(fresh, again);
      return false;
    }
    tell(from);
    if (kept != null) {
      close(plate, kept);
    }
    kept = again;
    plate = fresh;
    step = from;
    return true;
  }

  /** Opens the first checkpoint of an epoch with the copies, and none of a group that shrinks. */
  private PartnerCheckpoint open(long sizeBytes) {
    return kept == null
        ? PartnerCheckpoint.open(armci, group, sizeBytes, copies)
        : PartnerCheckpoint.open(armci, group, sizeBytes);
  }

  private static void close(SharedPlate old, PartnerCheckpoint ofIt) {
    if (ofIt != null) {
      ofIt.close();
    }
    if (old != null) {
      old.close();
    }
  }

  /** Sets the rows, and has them in the new checkpoint. Returns the step. */
  private long restore(PartnerCheckpoint again, SharedPlate fresh) {
    OptionalLong before = again.newest(group);
    if (before.isPresent()) { // of the epoch before
      again.read(group, before.getAsLong(), group.rank(), fresh.bytes());
      return before.getAsLong();
    }
    long from = kept == null ? 0 : takeRows(fresh);
    again.save(from, fresh.bytes());
    again.awaitCopy();
    return from;
  }

  /** Takes the rows of all members of the larger group. Returns their step. */
  private long takeRows(SharedPlate fresh) {
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
    if (group.rank() == 0 && (kept != null || armci.epoch() > 0)) {
      List<String> why = armci.failures().stream().map(loss -> loss.failure().toString()).toList();
      System.out.printf(
          Locale.ROOT,
          "%d ranks go on from step %d (%s)%n",
          group.size(),
          from,
          why.isEmpty() ? "epoch " + armci.epoch() : why.getLast());
    }
  }

  /** Returns whether all steps are done; not when a member has failed. */
  private boolean spread() {
    try {
      while (step < options.steps()) {
        step++;
        options.deaths().dieAt(armci, step);
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
      throw failed; // the epoch ends, and without spares the job
    }
  }
}
