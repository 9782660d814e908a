/** Suite {@code collectives}: this system's collectives beside those of Open MPI and MPICH. */
package org.armci4j.benchmarks.collectives;
