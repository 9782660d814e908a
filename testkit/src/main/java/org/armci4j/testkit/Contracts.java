package org.armci4j.testkit;

import java.util.List;

/** All contracts of the runtime on one host. */
public final class Contracts {
  /** In the order in which they run. */
  public static final List<Contract> ALL =
      List.of(
          new OneSidedContract(),
          new AllocationContract(),
          new AtomicContract(),
          new SynchronizationContract(),
          new GroupContract(),
          new LitmusContract(),
          new EventContract(),
          new CallContract(),
          new CallErrorContract());

  private Contracts() {}
}
