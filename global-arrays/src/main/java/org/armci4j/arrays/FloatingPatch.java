package org.armci4j.arrays;

/** A patch of an array of floating-point numbers as a section. */
record FloatingPatch<A>(FloatingArray<A> array, Patch patch) implements FloatingSection<A> {}
