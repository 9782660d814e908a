package org.armci4j.examples.mg;

import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.function.IntConsumer;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.checkpoint.PartnerCheckpoint;
import org.armci4j.checkpoint.PartnerCopies;

/** Solves, and keeps the solution at partners: the next epoch goes on from there. */
final class PartnerSolve {
  private PartnerSolve() {}

  /**
   * Solves from the newest save of the epoch before on, if there is one.
   *
   * @param solver has been initialised
   * @param copies keep the saves of this process from one epoch to the next
   * @param progress gets the number of each iteration that has ended
   * @return the norm of the residual, and from where on it went
   */
  static Mg.Solved solve(
      Armci armci, MgOptions options, Solver solver, PartnerCopies copies, IntConsumer progress) {
    Group world = armci.world();
    MemorySegment u = solver.solution();
    try (PartnerCheckpoint kept = PartnerCheckpoint.open(armci, world, u.byteSize(), copies)) {
      int done = (int) kept.newest(world).orElse(0);
      if (done > 0) {
        kept.read(world, done, world.rank(), u);
      }
      if (armci.epoch() > 0 && armci.rank() == 0) {
        System.out.printf(
            Locale.ROOT, " epoch %d goes on after iteration %d%n", armci.epoch(), done);
      }
      IntConsumer saves =
          iteration -> {
            if (iteration % options.partnerEvery() == 0) {
              kept.save(iteration, u);
            }
          };
      IntConsumer deaths = iteration -> options.deaths().dieAt(armci, iteration);
      solver.solve(done, options.iterations(), saves.andThen(deaths).andThen(progress));
      double norm = solver.norm(); // all ranks meet here before any closes, and so keep their saves
      return new Mg.Solved(done, norm);
    }
  }
}
