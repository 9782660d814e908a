/** Calls of many kinds before a measurement, so that the JVM is like that of a running program. */
package org.armci4j.benchmarks.mix;
