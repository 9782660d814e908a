/** Distributed n-dimensional arrays on one-sided transfers and collectives, and checkpoints. */
@SuppressWarnings("module") // it is built before the module that it exports to
module org.armci4j.arrays {
  requires org.armci4j.collectives;
  requires transitive org.armci4j.core;
  requires org.armci4j.strided;
  requires org.slf4j;

  // Present where the runtime can load it; products are slower without it.
  requires static jdk.incubator.vector;

  exports org.armci4j.arrays;
  exports org.armci4j.arrays.product;
  exports org.armci4j.checkpoint;

  // SUMMA multiplies by the same loops.
  exports org.armci4j.arrays.kernel to
      org.armci4j.examples;

  uses org.armci4j.arrays.product.LocalProduct;

  provides org.armci4j.bootstrap.settings.SettingsProvider with
      org.armci4j.arrays.ArraysSettings;
}
