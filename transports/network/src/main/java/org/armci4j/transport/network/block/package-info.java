/**
 * The transport over any network, and the blocks that it attaches to: those that only the network
 * reaches, and those of the same host beside them.
 */
package org.armci4j.transport.network.block;
