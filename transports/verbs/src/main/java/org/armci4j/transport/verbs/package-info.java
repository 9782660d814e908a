/**
 * The transport {@code verbs}: connections through an RDMA device, and the requests that operations
 * become. It uses {@code device} for libibverbs, {@code key} for keys of memory, {@code path} for
 * several paths to a rank, and {@code org.armci4j.transport.network} for what all networks share.
 * Begin with {@code VerbsNetwork} and {@code VerbsEndpoint}; {@link
 * org.armci4j.transport.verbs.VerbsSettings} has the settings.
 */
package org.armci4j.transport.verbs;
