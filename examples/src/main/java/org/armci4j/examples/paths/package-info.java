/**
 * Shortest paths from one vertex of a graph, by delta stepping, whose relaxations go by words or by
 * a stream. Begin with {@link org.armci4j.examples.paths.ShortestPaths}.
 */
package org.armci4j.examples.paths;
