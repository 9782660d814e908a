/** The transport between hosts over any network that UCX knows, TCP above all. */
@SuppressWarnings("requires-automatic") // jars with a module name and no descriptor
module org.armci4j.transport.ucx {
  requires transitive org.armci4j.core;
  requires org.armci4j.transport.network;
  requires org.jnrproject.ffi;
  requires org.jnrproject.jffi;
  requires org.slf4j;

  exports org.armci4j.transport.ucx;

  // jnr-ffi generates the classes that call UCX from the interfaces in this package.
  opens org.armci4j.transport.ucx.ucp.api to
      org.jnrproject.ffi;

  provides org.armci4j.bootstrap.settings.SettingsProvider with
      org.armci4j.transport.ucx.UcxSettings;
  provides org.armci4j.transport.TransportProvider with
      org.armci4j.transport.ucx.UcxProvider;
}
