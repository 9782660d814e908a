/** Latency and bandwidth of this runtime and of its peers, measured in one run. */
module org.armci4j.benchmarks {
  requires com.fasterxml.jackson.core;
  requires info.picocli;
  requires java.management;
  requires jdk.management;
  requires org.armci4j.bootstrap;
  requires org.armci4j.collectives;
  requires org.armci4j.core;
  requires org.armci4j.strided;
  requires org.armci4j.transport.network;
  requires org.armci4j.transport.verbs;

  exports org.armci4j.benchmarks.cold;
  exports org.armci4j.benchmarks.collectives;
  exports org.armci4j.benchmarks.hosts;
  exports org.armci4j.benchmarks.launch;
  exports org.armci4j.benchmarks.network;
  exports org.armci4j.benchmarks.protocol;
  exports org.armci4j.benchmarks.rma;
  exports org.armci4j.benchmarks.strided;
  exports org.armci4j.benchmarks.tune;
  exports org.armci4j.benchmarks.verbs;
}
