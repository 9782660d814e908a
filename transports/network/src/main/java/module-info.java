/**
 * The common part of all transports over a network: a network offers endpoints, and this module
 * makes blocks of them.
 */
@SuppressWarnings("module") // it is built before the modules that it exports to
module org.armci4j.transport.network {
  requires transitive org.armci4j.core;
  requires org.slf4j;

  exports org.armci4j.transport.network to
      org.armci4j.transport.ucx,
      org.armci4j.transport.verbs;
  exports org.armci4j.transport.network.block to
      org.armci4j.transport.ucx,
      org.armci4j.transport.verbs;
  exports org.armci4j.transport.network.ranges to
      org.armci4j.lab,
      org.armci4j.transport.verbs;
  exports org.armci4j.transport.network.path to
      org.armci4j.lab,
      org.armci4j.transport.verbs;
}
