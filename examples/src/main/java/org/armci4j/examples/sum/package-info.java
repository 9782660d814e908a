/**
 * A sum over all ranks by one collective call. It uses the core and a collective. Begin with {@link
 * org.armci4j.examples.sum.ParallelSum}.
 */
package org.armci4j.examples.sum;
