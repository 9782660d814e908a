/** What every transport must hold, as checks that every rank runs. In a checkout only. */
module org.armci4j.lab.contracts {
  requires transitive org.armci4j.collectives;
  requires transitive org.armci4j.core;
  requires transitive org.armci4j.strided;
  requires transitive org.junit.jupiter.api;

  exports org.armci4j.lab.contracts;
}
