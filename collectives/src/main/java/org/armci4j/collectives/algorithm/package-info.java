/**
 * What an algorithm is: it makes a rank's schedule from the shape of a call. The algorithms
 * themselves are in the inner packages.
 */
package org.armci4j.collectives.algorithm;
