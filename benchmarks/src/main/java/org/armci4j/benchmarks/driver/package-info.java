/**
 * What all suites share: the options, the peers that they are compared with, and the runs of all of
 * them as jobs or in turns.
 */
package org.armci4j.benchmarks.driver;
