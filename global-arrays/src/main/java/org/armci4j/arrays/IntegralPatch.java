package org.armci4j.arrays;

/** A patch of an array of whole numbers as a section. */
record IntegralPatch<A>(IntegralArray<A> array, Patch patch) implements IntegralSection<A> {}
