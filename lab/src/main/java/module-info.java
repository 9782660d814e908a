/**
 * What proves the system and needs a checkout: emulated machines, storms, soaks, the simulator and
 * experiments. No job loads it, and no distribution has it.
 */
@SuppressWarnings("requires-automatic") // XChart has a name, but no description of its module
module org.armci4j.lab {
  requires com.fasterxml.jackson.core;
  requires info.picocli;
  requires java.management;
  requires org.armci4j.benchmarks;
  requires org.armci4j.bootstrap;
  requires org.armci4j.collectives;
  requires org.armci4j.core;
  requires org.armci4j.testkit;
  requires org.armci4j.transport.network;
  requires org.armci4j.transport.verbs;
  requires org.knowm.xchart;

  provides picocli.CommandLine.IModelTransformer with
      org.armci4j.lab.LabCommands;
}
