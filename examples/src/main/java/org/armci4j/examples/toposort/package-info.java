/**
 * The topological sort of a triangular matrix whose rows and columns were permuted, by words, and
 * by streams. Begin with {@link org.armci4j.examples.toposort.TopologicalSort}.
 */
package org.armci4j.examples.toposort;
