package org.armci4j.testkit.contract;

import java.util.List;

/** Lists all contracts of the runtime on one host. */
public final class Contracts {
  /** All contracts, in the order in which they run. */
  public static final List<Contract> ALL = all(1);

  private static final int VIRTUAL_THREADS = 32;

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
        new AllocationContract(),
        new LifeCycleContract(),
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
}
