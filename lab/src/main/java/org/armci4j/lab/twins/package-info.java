/**
 * The algorithms of the collectives over two-sided messages, by the same schedules, for a
 * comparison of the mechanism alone.
 */
package org.armci4j.lab.twins;
