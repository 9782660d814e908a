/** Collective operations built on the runtime's own remote-memory operations. */
module org.armci4j.collectives {
  requires transitive org.armci4j.core;

  exports org.armci4j.collectives;
}
