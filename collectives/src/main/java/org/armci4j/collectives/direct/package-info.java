/**
 * Collectives of ranks that load and store each other's memory: one phase, one copy, no puts. It
 * uses the direct views of {@code org.armci4j} and the copies and loops of {@code kernel}, and no
 * schedule. Begin with {@link org.armci4j.collectives.direct.DirectCollectives}.
 */
package org.armci4j.collectives.direct;
