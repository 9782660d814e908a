/** Suite {@code launch}: from the command to its end, for a program that says hello. */
package org.armci4j.benchmarks.launch;
