/** The hosts whose network is measured. */
package org.armci4j.benchmarks.hosts;
