/** The {@code armci} command. */
module org.armci4j.cli {
  requires com.fasterxml.jackson.core;
  requires info.picocli;
  requires jdk.compiler;
  requires jdk.management;
  requires org.armci4j.bootstrap;
  requires org.armci4j.core;
  requires org.armci4j.simulator;

  uses org.armci4j.transport.TransportProvider;
}
