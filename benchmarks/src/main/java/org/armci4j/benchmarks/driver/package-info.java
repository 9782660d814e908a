/**
 * Parts that all suites share: options, peers to compare with, and running all subjects as fresh
 * jobs or in turns.
 */
package org.armci4j.benchmarks.driver;
