package org.armci4j.testkit.contract;

import java.util.List;

/** All contracts of the runtime on one host. */
public final class Contracts {
  /** In the order in which they run. */
  public static final List<Contract> ALL = all(1);

  private Contracts() {}

  /**
   * The same with less of what they repeat, for networks that are much slower than memory.
   *
   * @param scale above 0; how much of the repetitions that take long
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
        new RefusedWaitContract());
  }
}
