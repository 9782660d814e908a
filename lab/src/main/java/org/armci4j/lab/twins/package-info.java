/**
 * Runs the collectives' algorithms over two-sided messages, by the same schedules, to compare the
 * mechanisms alone.
 */
package org.armci4j.lab.twins;
