/** Suite {@code strided}: rows, words and faces of a box. */
package org.armci4j.benchmarks.strided;
