/**
 * Collectives of ranks on several hosts, of which some have several: within each host, between
 * hosts, within each host. It makes each part a call of {@code running}, on the places that {@code
 * hosts} knows, and sends nothing itself. Begin with {@link
 * org.armci4j.collectives.levels.HostLevels}, which chooses the form of a call.
 */
package org.armci4j.collectives.levels;
