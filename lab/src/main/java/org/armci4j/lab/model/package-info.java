/**
 * Compares the cost model of the collectives with measured times, as Gupta's thesis does. Begin
 * with {@link org.armci4j.lab.model.TreeModelBenchmark}.
 */
package org.armci4j.lab.model;
