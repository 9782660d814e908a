/**
 * A histogram in a distributed array: ranks add lists of elements to it, in which elements occur
 * several times. Begin with {@link org.armci4j.examples.histogram.Histogram}.
 */
package org.armci4j.examples.histogram;
