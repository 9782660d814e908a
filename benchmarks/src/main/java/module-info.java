/** Latency and bandwidth of this runtime and of its peers, measured in one run. */
@SuppressWarnings("module") // it is built before the module that it exports to
module org.armci4j.benchmarks {
  requires com.fasterxml.jackson.core;
  requires info.picocli;
  requires java.management;
  requires jdk.management;
  requires org.armci4j.bootstrap;
  requires org.armci4j.collectives;
  requires org.armci4j.core;
  requires org.armci4j.strided;
  requires org.armci4j.transport.verbs;

  exports org.armci4j.benchmarks.cold;
  exports org.armci4j.benchmarks.collectives;
  exports org.armci4j.benchmarks.hosts;
  exports org.armci4j.benchmarks.launch;
  exports org.armci4j.benchmarks.network;
  exports org.armci4j.benchmarks.rma;
  exports org.armci4j.benchmarks.strided;
  exports org.armci4j.benchmarks.tune;

  // The lab's experiments are suites too.
  exports org.armci4j.benchmarks.driver to
      org.armci4j.lab;
  exports org.armci4j.benchmarks.rank to
      org.armci4j.lab;
  exports org.armci4j.benchmarks.report to
      org.armci4j.lab;
}
