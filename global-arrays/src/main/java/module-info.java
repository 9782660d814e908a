/** Distributed n-dimensional arrays on one-sided transfers and collectives. */
module org.armci4j.arrays {
  requires org.armci4j.collectives;
  requires transitive org.armci4j.core;
  requires org.armci4j.strided;

  exports org.armci4j.arrays;
}
