/** Suite {@code pcj}: this system beside PCJ, a library for parallel programs in Java. */
package org.armci4j.benchmarks.pcj;
