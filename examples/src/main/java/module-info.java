/** Programs to run and to learn from. */
module org.armci4j.examples {
  requires org.armci4j.arrays;
  requires org.armci4j.core;
  requires org.armci4j.collectives;
  requires org.armci4j.strided;

  // Present where the launcher added it; MG computes without it otherwise.
  requires static jdk.incubator.vector;

  exports org.armci4j.examples.argon;
  exports org.armci4j.examples.bfs;
  exports org.armci4j.examples.cg;
  exports org.armci4j.examples.gather;
  exports org.armci4j.examples.ghosts;
  exports org.armci4j.examples.heat;
  exports org.armci4j.examples.hello;
  exports org.armci4j.examples.histogram;
  exports org.armci4j.examples.loops;
  exports org.armci4j.examples.mg;
  exports org.armci4j.examples.mg.kernel;
  exports org.armci4j.examples.onesided;
  exports org.armci4j.examples.paths;
  exports org.armci4j.examples.permutation;
  exports org.armci4j.examples.permute;
  exports org.armci4j.examples.ring;
  exports org.armci4j.examples.scf;
  exports org.armci4j.examples.spmv;
  exports org.armci4j.examples.sum;
  exports org.armci4j.examples.summa;
  exports org.armci4j.examples.survivors;
  exports org.armci4j.examples.table;
  exports org.armci4j.examples.tasks;
  exports org.armci4j.examples.toposort;
  exports org.armci4j.examples.transpose;
  exports org.armci4j.examples.triangles;
}
