/** Collectives of ranks that load and store each other's memory: one phase, one copy, no puts. */
package org.armci4j.collectives.direct;
