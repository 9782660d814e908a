/**
 * What a rank has done: the numbers that a job with the setting {@code profile} records, by kind of
 * operation and by peer. Begin with {@link org.armci4j.profile.Counters}; the package {@code
 * recording} fills it.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.profile;
