package org.armci4j.transport.network;

/**
 * Limits of the memory that a network lends to other ranks.
 *
 * @param fromBytes length of the shortest memory to lend: registering less takes longer than
 *     copying it
 * @param limitBytes most memory registered for loans at once
 * @param keysEndAccess whether closing a registration ends all access to its memory; otherwise the
 *     helper thread, as long as it runs, writes the memory for other ranks even after the key has
 *     gone
 */
public record LendingLimits(long fromBytes, long limitBytes, boolean keysEndAccess) {}
