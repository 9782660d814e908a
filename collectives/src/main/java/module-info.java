/** Collective operations built on the runtime's own remote-memory operations. */
module org.armci4j.collectives {
  requires transitive org.armci4j.core;
  requires static jdk.incubator.vector;

  exports org.armci4j.collectives;
}
