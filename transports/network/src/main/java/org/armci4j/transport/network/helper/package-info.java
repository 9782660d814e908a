/**
 * The helper thread of a rank: the requests that others send to it, their answers, and how it
 * carries them out. It uses the network's messages and the block's memory, and waits for nothing.
 * Begin with {@code HelperThread} at the target and {@code RemoteHelper} at the origin.
 */
package org.armci4j.transport.network.helper;
