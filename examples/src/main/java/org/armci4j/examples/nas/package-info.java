/**
 * What the programs of the NAS Parallel Benchmarks share. Begin with {@link
 * org.armci4j.examples.nas.RandomNumbers}.
 */
package org.armci4j.examples.nas;
