/**
 * What an algorithm is: it makes a rank's schedule from the shape of a call, and states its cost.
 * It uses {@code schedule} and {@code cost}; the algorithms themselves are in the inner packages.
 * Begin with {@link org.armci4j.collectives.algorithm.Algorithm} and {@link
 * org.armci4j.collectives.algorithm.Shape}.
 */
package org.armci4j.collectives.algorithm;
