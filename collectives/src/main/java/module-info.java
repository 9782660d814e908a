/** Collective operations built on the runtime's own remote-memory operations. */
@SuppressWarnings("module") // benchmarks and the lab are not there yet when this is compiled
module org.armci4j.collectives {
  requires transitive org.armci4j.core;
  requires org.slf4j;

  exports org.armci4j.collectives;

  // The twins of the algorithms, over messages, run the same schedules; the lab's simulator plays
  // them, and its algorithms of the thesis are built from these. The command tells of kept tables.
  exports org.armci4j.collectives.algorithm to
      org.armci4j.benchmarks,
      org.armci4j.lab;
  exports org.armci4j.collectives.algorithm.move to
      org.armci4j.lab;
  exports org.armci4j.collectives.algorithm.reduction to
      org.armci4j.lab;
  exports org.armci4j.collectives.cost to
      org.armci4j.benchmarks,
      org.armci4j.lab;
  exports org.armci4j.collectives.schedule to
      org.armci4j.lab;
  exports org.armci4j.collectives.selection to
      org.armci4j.benchmarks,
      org.armci4j.cli,
      org.armci4j.lab;

  provides org.armci4j.bootstrap.settings.SettingsProvider with
      org.armci4j.collectives.CollectivesSettings;
}
