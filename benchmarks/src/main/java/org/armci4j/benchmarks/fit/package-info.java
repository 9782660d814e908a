/**
 * Measures algorithms of the collectives and fits a machine, in the terms of their cost model, to
 * the times. Begin with {@link org.armci4j.benchmarks.fit.MachineFit}.
 */
package org.armci4j.benchmarks.fit;
