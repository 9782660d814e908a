/** The transport between hosts over RDMA, through rdma-core's libibverbs. */
@SuppressWarnings("requires-automatic") // jnr-ffi is a jar with a module name and no descriptor
module org.armci4j.transport.verbs {
  requires transitive org.armci4j.core;
  requires org.armci4j.transport.network;
  requires org.jnrproject.ffi;
  requires org.slf4j;

  exports org.armci4j.transport.verbs;

  // jnr-ffi makes the classes that call libibverbs from the interfaces in this package.
  opens org.armci4j.transport.verbs.device.ibv to
      org.jnrproject.ffi;

  provides org.armci4j.bootstrap.settings.SettingsProvider with
      org.armci4j.transport.verbs.VerbsSettings;
  provides org.armci4j.transport.TransportProvider with
      org.armci4j.transport.verbs.VerbsProvider;
}
