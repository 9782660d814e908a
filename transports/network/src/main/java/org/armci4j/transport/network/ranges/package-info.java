/**
 * Tables of memory that is registered, by address: the runtime's own, and the user's by its scope.
 */
package org.armci4j.transport.network.ranges;
