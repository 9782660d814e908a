/**
 * A rank's counters for management tools, in jobs with the setting {@code counterBean} alone; no
 * other job loads a class of this package or of the JDK's management. Begin with {@link
 * org.armci4j.profile.bean.CountersMXBean}.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.profile.bean;
