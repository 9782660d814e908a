/** Measured figures, and their output for people and for programs. */
package org.armci4j.benchmarks.report;
