/**
 * Tests and experiments that need a checkout: emulated machines, storms, soaks and the simulator.
 * No job loads this module, and no distribution contains it.
 */
@SuppressWarnings("requires-automatic") // XChart has a module name but no descriptor
module org.armci4j.lab {
  requires com.fasterxml.jackson.core;
  requires info.picocli;
  requires java.management;
  requires org.armci4j.benchmarks;
  requires org.armci4j.bootstrap;
  requires org.armci4j.collectives;
  requires org.armci4j.core;
  requires org.armci4j.lab.contracts;
  requires org.armci4j.testkit;
  requires org.armci4j.transport.network;
  requires org.armci4j.transport.verbs;
  requires org.knowm.xchart;

  provides picocli.CommandLine.IModelTransformer with
      org.armci4j.lab.LabCommands;
}
