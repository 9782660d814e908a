/** Parts of a measuring rank: commands from rank 0, the warm-up and the clock. */
package org.armci4j.benchmarks.rank;
