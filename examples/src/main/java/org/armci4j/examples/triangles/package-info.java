/**
 * The number of triangles of a graph, by gets of rows, and by a stream of questions. Begin with
 * {@link org.armci4j.examples.triangles.TriangleCount}.
 */
package org.armci4j.examples.triangles;
