/** The conformance kit, and a harness that runs tests on several ranks. */
@SuppressWarnings("module") // it is built before the module that it exports to
module org.armci4j.testkit {
  requires info.picocli;
  requires transitive org.armci4j.collectives;
  requires transitive org.armci4j.core;
  requires transitive org.armci4j.strided;
  requires transitive org.junit.jupiter.api;

  exports org.armci4j.testkit;
  exports org.armci4j.testkit.conformance;
  exports org.armci4j.testkit.conformance.program;
  exports org.armci4j.testkit.conformance.trial;
  exports org.armci4j.testkit.harness;
  exports org.armci4j.testkit.options to
      org.armci4j.lab;
}
