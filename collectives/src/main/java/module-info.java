/** Collective operations built on the runtime's own remote-memory operations. */
@SuppressWarnings("module") // the benchmarks are not there yet when this is compiled
module org.armci4j.collectives {
  requires transitive org.armci4j.core;
  requires static jdk.incubator.vector;

  exports org.armci4j.collectives;

  // The twins of the algorithms, over messages, run the same schedules.
  exports org.armci4j.collectives.algorithm to
      org.armci4j.benchmarks;
  exports org.armci4j.collectives.schedule to
      org.armci4j.benchmarks;
  exports org.armci4j.collectives.selection to
      org.armci4j.benchmarks;

  provides org.armci4j.bootstrap.settings.SettingsProvider with
      org.armci4j.collectives.CollectivesSettings;
}
