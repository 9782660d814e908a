package org.armci4j.testkit.contract;

import java.util.List;
import java.util.Locale;
import org.armci4j.Armci;

/** Lists all contracts of the runtime on one host. */
public final class Contracts {
  /** All contracts, in the order in which they run. */
  public static final List<Contract> ALL = all(1);

  private static final int VIRTUAL_THREADS = 32;
  private static final double SLOW_SECONDS = 0.5;

  private Contracts() {}

  /**
   * Returns the contracts with fewer repetitions, for networks that are much slower than memory.
   *
   * @param scale above 0; part of the repetitions that take long
   * @return in the order in which they run
   */
  public static List<Contract> all(double scale) {
    return List.of(
        new OneSidedContract(),
        new ShortPutsContract(),
        new ElementContract(),
        new MatrixContract(),
        new BatchContract(),
        new AllocationContract(),
        new LifeCycleContract(),
        new CloseContract(),
        new AtomicContract(),
        new SynchronizationContract(),
        new GroupContract(),
        new CollectiveContract(scale),
        new ReductionContract(scale),
        new LitmusContract(scale),
        new EventContract(scale),
        new CallContract(scale),
        new CallErrorContract(),
        new ShortCallContract(scale),
        new VirtualThreadContract(VIRTUAL_THREADS),
        new RefusedWaitContract());
  }

  /**
   * Runs contracts on a rank, which every rank does. Rank 0 prints the checks that take long.
   *
   * @param armci the rank's runtime
   * @param contracts in the order in which they run
   * @throws AssertionError that names the check that failed, and has what it threw as its cause
   */
  public static void run(Armci armci, List<Contract> contracts) {
    for (Contract contract : contracts) {
      for (var check : contract.checks().entrySet()) {
        long startNanos = System.nanoTime();
        try {
          check.getValue().run(armci);
          armci.barrier();
        } catch (Exception | AssertionError e) {
          throw new AssertionError(check.getKey() + ": " + e, e);
        }
        double seconds = (System.nanoTime() - startNanos) * 1e-9;
        if (armci.rank() == 0 && seconds > SLOW_SECONDS) {
          System.err.printf(Locale.ROOT, "  %.1f s: %s%n", seconds, check.getKey());
        }
      }
    }
  }
}
