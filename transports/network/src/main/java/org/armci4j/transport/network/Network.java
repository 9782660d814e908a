package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.armci4j.waiting.Doorbell;

/**
 * Interface of a network to the transport above it: memory that other ranks reach, an endpoint for
 * each rank, and incoming messages for this rank's helper thread. One instance serves one rank; any
 * thread may call any method.
 *
 * <p>{@link org.armci4j.transport.network.block.NetworkTransport} adds the parts that are the same
 * for all networks: connections on demand, the helper thread and its requests, blocks, and shared
 * memory between ranks of one host.
 */
public interface Network extends AutoCloseable {
  /**
   * Returns the abilities and limits of the network.
   *
   * @return the same record at every call
   */
  NetworkCapabilities capabilities();

  /**
   * Registers memory, so that other ranks reach it and transfers of this rank use it in place.
   *
   * @param memory native memory that exists until the registration is closed
   * @return the registration, with the key for other ranks
   * @throws org.armci4j.error.ArmciException when a limit is reached: names it, and what to change
   */
  Registration register(MemorySegment memory);

  /**
   * Registers memory of the caller for other ranks alone. This rank's own transfers do not look it
   * up, as it may end and other memory may begin at its address.
   *
   * @param memory native memory that exists as long as anybody uses the registration
   * @return the registration, with the key for other ranks
   * @throws org.armci4j.error.ArmciException when a limit is reached: names it, and what to change
   */
  default Registration registerLent(MemorySegment memory) {
    return register(memory);
  }

  /**
   * Makes a key of another rank's memory usable here. The rank need not be connected yet: a key
   * that depends on the connection is resolved at its first use, and then kept.
   *
   * @param rank owner of the memory
   * @param key result of the owner's {@link Registration#key}
   * @return the key for operations of this rank
   */
  RemoteKey importKey(int rank, byte[] key);

  /**
   * Makes this side of a connection.
   *
   * @param rank the other side; may be this rank itself
   * @return an endpoint that is not yet connected
   * @throws org.armci4j.error.ArmciException when the network refuses
   */
  NetworkEndpoint newEndpoint(int rank);

  /**
   * Prepares the network for its use, while no rank has any global memory. Collective over the job.
   *
   * @param isUsed whether any rank may ever reach another one through this network; the same on all
   *     ranks
   * @param connectAll connects this rank to all ranks that it may reach through this network, and
   *     waits for them
   * @throws org.armci4j.error.ArmciException when the job cannot go on
   */
  default void start(boolean isUsed, Runnable connectAll) {}

  /**
   * Makes this end of a connection for messages between scattered memory.
   *
   * @param endpoint endpoint of the rank at the other end, made by {@link #newEndpoint}
   * @return an end that is not yet connected
   * @throws org.armci4j.error.ArmciException when the network refuses
   * @throws UnsupportedOperationException when the network has no such connections
   */
  default ScatterLine newLine(NetworkEndpoint endpoint) {
    throw new UnsupportedOperationException("this network scatters no messages");
  }

  /**
   * Returns the transfers over several paths to a connected rank. The first call makes the paths
   * and waits for them.
   *
   * @return the same object at every call
   * @throws org.armci4j.error.ArmciException when the network or the other side refuses
   * @throws UnsupportedOperationException when the network has one path to each rank
   */
  default PathTransfers overPaths(int rank) {
    throw new UnsupportedOperationException("this network has one path to each rank");
  }

  /**
   * Handles a message that this network's instance on another rank sent by {@link
   * NetworkContext#teller}. Never waits.
   */
  default void received(int from, byte[] message) {}

  /** Closes the paths of {@link #overPaths}; called before the endpoints are closed. */
  default void closePaths() {}

  /**
   * Learns that a message to a rank was not delivered, for example because the rank has left the
   * job.
   */
  default void undelivered(int to, String reason) {}

  /**
   * Returns the inbox for messages and notifications to this rank's helper thread.
   *
   * @return the same object at every call
   */
  HelperInbox inbox();

  /**
   * Returns registered memory of the runtime's own.
   *
   * @return the same object at every call
   */
  RegisteredMemory memory();

  /**
   * Returns the registered buffers for messages and copied data, which all endpoints share.
   *
   * @return the same object at every call
   */
  BounceBuffers buffers();

  /**
   * Returns the bell at which waits for operations of this rank sleep.
   *
   * @return the same bell at every call, which rings for all that {@link #poll} would find; empty
   *     where nothing rings
   */
  default Optional<Doorbell> bell() {
    return Optional.empty();
  }

  /**
   * Handles completions. Never waits: while another thread polls, returns at once.
   *
   * @return whether anything was handled
   * @throws org.armci4j.error.ArmciException once this rank is cut off from the network
   */
  boolean poll();

  /**
   * Checks connections on which nothing completes; never waits. The helper thread calls it about
   * once a second, as a rank that computes would not notice them.
   */
  void look();

  /** Releases the device. Everything that was made from this network has been closed. */
  @Override
  void close();
}
