/** The {@code armci} command. */
module org.armci4j.cli {
  requires com.fasterxml.jackson.core;
  requires info.picocli;
  requires jdk.compiler;
  requires jdk.management;
  requires org.armci4j.arrays;
  requires org.armci4j.bootstrap;
  requires org.armci4j.collectives;
  requires org.armci4j.core;

  uses org.armci4j.transport.TransportProvider;
  uses picocli.CommandLine.IModelTransformer;
}
