package org.armci4j.arrays;

/** A patch of an array of complex numbers as a section. */
record ComplexPatch<A>(ComplexArray<A> array, Patch patch) implements ComplexSection<A> {}
