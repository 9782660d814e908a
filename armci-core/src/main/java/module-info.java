/** Global memory, contiguous one-sided operations, and the transports beneath them. */
@SuppressWarnings({
  "requires-automatic", // jnr-ffi is a jar with a module name and no descriptor
  "module" // it is built before the modules that it exports to
})
module org.armci4j.core {
  requires transitive org.armci4j.bootstrap;
  requires static java.management; // for the setting counterBean alone
  requires static jdk.incubator.vector;
  requires static jdk.jfr; // for the setting flightEvents alone
  requires org.jnrproject.ffi;
  requires org.slf4j;

  exports org.armci4j;
  exports org.armci4j.call;
  exports org.armci4j.completion;
  exports org.armci4j.error;
  exports org.armci4j.profile;
  exports org.armci4j.profile.recording;
  exports org.armci4j.stream;
  exports org.armci4j.transport;
  exports org.armci4j.waiting;

  // Ranks of one host reach each other through it beneath any network.
  exports org.armci4j.transport.shared to
      org.armci4j.transport.network;

  // Collectives and networks copy, and collectives combine, in the same loops; arrays have loops of
  // their own for exact classes.
  exports org.armci4j.kernel to
      org.armci4j.arrays,
      org.armci4j.collectives,
      org.armci4j.transport.network,
      org.armci4j.transport.verbs;
  exports org.armci4j.kernel.loops to
      org.armci4j.arrays,
      org.armci4j.collectives;

  // jnr-ffi makes the classes that call libc from the interfaces in this package.
  opens org.armci4j.transport.shared to
      org.jnrproject.ffi;

  uses org.armci4j.transport.TransportProvider;

  provides org.armci4j.bootstrap.settings.SettingsProvider with
      org.armci4j.ArmciSettings;
  provides org.armci4j.transport.TransportProvider with
      org.armci4j.transport.shared.LocalProvider,
      org.armci4j.transport.shared.ShmProvider;
}
