/**
 * Collective operations as data: rounds of puts, waits and local operations, and what runs them.
 *
 * <p>Source of the form: Hoefler, Lumsdaine, "Design, implementation, and usage of LibNBC" (2006);
 * Wickramasinghe, Kissel, Lumsdaine, "LibPhotonNBC" (2016), section 2.
 */
package org.armci4j.collectives.schedule;
