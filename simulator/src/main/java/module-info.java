/**
 * Plays the schedules of collectives, and transfers over several paths, on machines that are not
 * there. No job loads it.
 */
@SuppressWarnings("requires-automatic") // XChart has a name, but no description of its module
module org.armci4j.simulator {
  requires com.fasterxml.jackson.core;
  requires transitive info.picocli;
  requires org.armci4j.collectives;
  requires org.armci4j.transport.network; // the weights of paths
  requires org.knowm.xchart;

  exports org.armci4j.simulator;
}
