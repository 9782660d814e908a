/** Hosts between which networks are measured. */
package org.armci4j.benchmarks.hosts;
