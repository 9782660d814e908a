package org.armci4j.transport;

/**
 * A transport's abilities, as data.
 *
 * @param memoryOutlivesOwner other ranks reach a rank's blocks even after it has closed its
 *     transport; otherwise a rank that closes keeps its transport open until all have closed theirs
 * @param lending ranks lend memory of their own to ranks that have no {@link RemoteBlock#view} of
 *     their blocks ({@link Transport#lend})
 * @param sharing ranks of one host have a {@link RemoteBlock#view} of each other's blocks
 */
public record Capabilities(boolean memoryOutlivesOwner, boolean lending, boolean sharing) {}
