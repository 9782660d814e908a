/** Collective operations built on the runtime's own remote-memory operations. */
@SuppressWarnings("requires-automatic") // jnr-ffi is a jar with a module name and no descriptor
module org.armci4j.collectives {
  requires transitive org.armci4j.core;
  requires org.jnrproject.ffi;
  requires static jdk.incubator.vector;

  exports org.armci4j.collectives;

  // jnr-ffi makes the class that calls libc from the interface in this package.
  opens org.armci4j.collectives.direct to
      org.jnrproject.ffi;
}
