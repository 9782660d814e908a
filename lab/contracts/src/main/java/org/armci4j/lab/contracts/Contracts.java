package org.armci4j.lab.contracts;

import java.util.List;
import java.util.Locale;
import java.util.function.ObjDoubleConsumer;
import org.armci4j.Armci;
import org.armci4j.bootstrap.text.Text;

/** Lists all contracts of the runtime on one host. */
public final class Contracts {
  /** All contracts, in the order in which they run. */
  public static final List<Contract> ALL = all(1);

  /** Beginning of the line of a check that held. */
  public static final String HELD = "held: ";

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
        new OneSidedContract(scale),
        new ShortPutsContract(scale),
        new ElementContract(),
        new MatrixContract(scale),
        new BatchContract(scale),
        new AllocationContract(),
        new LifeCycleContract(),
        new CloseContract(),
        new AtomicContract(scale),
        new SynchronizationContract(scale),
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
    run(armci, contracts, Contracts::printIfSlow);
  }

  /**
   * Runs contracts as {@link #run(Armci, List)} does. Rank 0 prints a line for each check that
   * held.
   *
   * @param armci the rank's runtime
   * @param contracts in the order in which they run
   * @throws AssertionError that names the check that failed, and has what it threw as its cause
   */
  public static void runAndTell(Armci armci, List<Contract> contracts) {
    run(armci, contracts, (name, _) -> System.out.println(HELD + name));
  }

  private static void run(Armci armci, List<Contract> contracts, ObjDoubleConsumer<String> report) {
    for (Contract contract : contracts) {
      for (var check : contract.checks().entrySet()) {
        long startNanos = System.nanoTime();
        try {
          check.getValue().run(armci);
          armci.barrier();
        } catch (Throwable e) {
          throw new AssertionError(
              Text.format("rank %d: %s: %s", armci.rank(), check.getKey(), e), e);
        }
        if (armci.rank() == 0) {
          report.accept(check.getKey(), (System.nanoTime() - startNanos) * 1e-9);
        }
      }
    }
  }

  private static void printIfSlow(String name, double seconds) {
    if (seconds > SLOW_SECONDS) {
      System.err.printf(Locale.ROOT, "  %.1f s: %s%n", seconds, name);
    }
  }
}
