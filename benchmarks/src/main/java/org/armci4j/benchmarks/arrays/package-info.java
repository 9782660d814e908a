/** The suite {@code arrays}: global arrays, beside Global Arrays in C. */
package org.armci4j.benchmarks.arrays;
