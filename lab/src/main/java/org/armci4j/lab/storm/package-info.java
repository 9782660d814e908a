/**
 * {@code armci storm}: kills and stops processes of real jobs, drawn from a seed, and checks that
 * nothing is left of them.
 */
package org.armci4j.lab.storm;
