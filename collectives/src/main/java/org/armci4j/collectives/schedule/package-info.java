/**
 * Collective operations as data: rounds of puts, waits and local operations, and the executor that
 * carries them out. It uses the public operations of {@code org.armci4j} and knows no algorithm.
 * Begin with {@link org.armci4j.collectives.schedule.Schedule} and {@link
 * org.armci4j.collectives.schedule.Execution}.
 *
 * <p>Source of the form: Hoefler, Lumsdaine, "Design, implementation, and usage of LibNBC" (2006);
 * Wickramasinghe, Kissel, Lumsdaine, "LibPhotonNBC" (2016), section 2.
 */
package org.armci4j.collectives.schedule;
