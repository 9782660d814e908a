/** Suite {@code rma}: one-sided operations of this system and of its peers. */
package org.armci4j.benchmarks.rma;
