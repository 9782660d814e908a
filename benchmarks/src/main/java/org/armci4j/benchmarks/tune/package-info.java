/** Measures which protocol of a network is faster from which size on: {@code armci tune}. */
package org.armci4j.benchmarks.tune;
