/**
 * The transport over any network, and the blocks that it attaches to: blocks that only the network
 * reaches, and blocks of the same host.
 */
package org.armci4j.transport.network.block;
