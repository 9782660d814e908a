/** Global memory, contiguous one-sided operations, and the transports beneath them. */
@SuppressWarnings("requires-automatic") // jnr-ffi is a jar with a module name and no descriptor
module org.armci4j.core {
  requires transitive org.armci4j.bootstrap;
  requires static jdk.incubator.vector;
  requires org.jnrproject.ffi;
  requires org.slf4j;

  exports org.armci4j;
  exports org.armci4j.call;
  exports org.armci4j.event;
  exports org.armci4j.transport;
  exports org.armci4j.waiting;

  // jnr-ffi makes the classes that call libc and libibverbs from the interfaces in these packages.
  opens org.armci4j.transport.shared to
      org.jnrproject.ffi;
  opens org.armci4j.transport.verbs.device to
      org.jnrproject.ffi;

  uses org.armci4j.transport.TransportProvider;

  provides org.armci4j.bootstrap.settings.SettingsProvider with
      org.armci4j.ArmciSettings,
      org.armci4j.VerbsSettings;
  provides org.armci4j.transport.TransportProvider with
      org.armci4j.transport.shared.LocalProvider,
      org.armci4j.transport.shared.ShmProvider,
      org.armci4j.transport.verbs.VerbsProvider;
}
