/**
 * Tables of memory that is registered, by address: the runtime's own, and the user's by its scope.
 * They know neither network nor key. Begin with {@link
 * org.armci4j.transport.network.ranges.RegisteredRanges}.
 */
package org.armci4j.transport.network.ranges;
