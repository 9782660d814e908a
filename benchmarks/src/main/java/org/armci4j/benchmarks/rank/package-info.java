/** What a rank does that measures: commands from rank 0, warming up, and the clock. */
package org.armci4j.benchmarks.rank;
