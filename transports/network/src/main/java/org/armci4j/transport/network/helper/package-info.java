/**
 * The helper thread of a rank: other ranks' requests, their execution and their answers. It uses
 * the network's messages and the block's memory, and never waits. Begin with {@code HelperThread}
 * at the target and {@code RemoteHelper} at the origin.
 */
package org.armci4j.transport.network.helper;
