/**
 * A histogram in a distributed array, by words, by lists in which elements occur several times, and
 * by a stream of keys. Begin with {@link org.armci4j.examples.histogram.Histogram}.
 */
package org.armci4j.examples.histogram;
