/**
 * Collective operations built on the runtime's own remote-memory operations. It uses the public
 * operations of {@code org.armci4j} and no network; its inner packages do the work, and use only
 * its types of arguments. Begin with {@link org.armci4j.collectives.Collectives}; {@code
 * CollectivesEngine} carries each call out.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.collectives;
