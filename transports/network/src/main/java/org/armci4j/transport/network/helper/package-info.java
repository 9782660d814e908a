/**
 * The helper thread of a rank: other ranks' requests, their execution and their answers. It uses
 * the network's messages and the block's memory, and never waits. Begin with {@code HelperThread}
 * at the target and {@code RemoteHelper} at the origin, by which operations of the package {@code
 * outbox} send their requests.
 */
package org.armci4j.transport.network.helper;
