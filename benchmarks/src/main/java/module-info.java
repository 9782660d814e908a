/** Benchmarks of this runtime beside its peers, measured in one run. */
@SuppressWarnings({
  "requires-automatic", // HdrHistogram is a jar without a descriptor
  "module" // the lab is not there yet when this is compiled
})
module org.armci4j.benchmarks {
  requires HdrHistogram;
  requires transitive com.fasterxml.jackson.core;
  requires transitive info.picocli;
  requires java.management;
  requires jdk.management;
  requires org.armci4j.arrays;
  requires transitive org.armci4j.bootstrap;
  requires transitive org.armci4j.collectives;
  requires transitive org.armci4j.core;
  requires org.armci4j.examples;
  requires transitive org.armci4j.strided;
  requires org.armci4j.transport.verbs;

  // The experiments of the lab are suites too and use these packages.
  exports org.armci4j.benchmarks.collectives;
  exports org.armci4j.benchmarks.driver;
  exports org.armci4j.benchmarks.hosts;
  exports org.armci4j.benchmarks.network;
  exports org.armci4j.benchmarks.rank;
  exports org.armci4j.benchmarks.report;

  // The lab compares the fitted machine with trees that are in the lab alone.
  exports org.armci4j.benchmarks.fit to
      org.armci4j.lab;

  uses org.armci4j.transport.TransportProvider;
}
