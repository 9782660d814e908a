/**
 * {@code armci storm}: kills and stops processes of real jobs, by a seed, and looks whether
 * anything is left of them.
 */
package org.armci4j.lab.storm;
