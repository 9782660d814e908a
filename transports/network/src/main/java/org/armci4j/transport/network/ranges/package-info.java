/**
 * Tables of registered memory by address: the runtime's own memory, and the user's by its scope.
 * They know neither networks nor keys. Begin with {@link
 * org.armci4j.transport.network.ranges.RegisteredRanges}.
 */
package org.armci4j.transport.network.ranges;
