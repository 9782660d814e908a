package org.armci4j.transport.network;

/**
 * Which memory of the caller's a network lends to others.
 *
 * @param fromBytes from which length: to register less would take longer than to copy it
 * @param limitBytes how much may be registered for that at once
 * @param keysEndAccess nobody reaches memory any more whose registration has been closed; else the
 *     helper thread writes it for others as long as it runs, whatever has become of the key
 */
public record LendingLimits(long fromBytes, long limitBytes, boolean keysEndAccess) {}
