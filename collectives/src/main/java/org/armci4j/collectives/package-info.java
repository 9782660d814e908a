/** Collective operations built on the runtime's own remote-memory operations. */
package org.armci4j.collectives;
