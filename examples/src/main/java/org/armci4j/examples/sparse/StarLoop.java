package org.armci4j.examples.sparse;

/** Which vertex of a star has a loop, before stars are multiplied. */
public enum StarLoop {
  /** None; the product has no triangles. */
  NONE,
  /** The center, vertex 0; the product has many triangles. */
  CENTER,
  /** The last leaf; the product has few triangles. */
  LEAF
}
