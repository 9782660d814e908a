/**
 * Breadth-first search of Graph500's random graph, by words and by a stream. Begin with {@link
 * org.armci4j.examples.bfs.BreadthFirst}.
 */
package org.armci4j.examples.bfs;
