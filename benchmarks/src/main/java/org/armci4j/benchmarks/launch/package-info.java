/** Suite {@code launch}: the time from the start of a job to its end. */
package org.armci4j.benchmarks.launch;
