package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.armci4j.waiting.Doorbell;

/**
 * What a network gives to the transport that stands on it: memory that others reach, an endpoint
 * for each rank, and the messages that come in for this rank's helper thread. One instance serves
 * one rank; any thread may call any method.
 *
 * <p>All that networks have in common is made from this once, in {@link
 * org.armci4j.transport.network.block.NetworkTransport}: connections on demand, the helper thread
 * and its requests, blocks, and shared memory between ranks of one host.
 */
public interface Network extends AutoCloseable {
  /**
   * What the network can do.
   *
   * @return the same record at every call
   */
  NetworkCapabilities capabilities();

  /**
   * Makes memory known to the network, so that other ranks reach it and transfers of this rank use
   * it in place.
   *
   * @param memory native memory that stays until the registration is closed
   * @return what others need to know, and the end of it
   * @throws org.armci4j.error.ArmciException when there is a limit: names it, and what to change
   */
  Registration register(MemorySegment memory);

  /**
   * Makes memory of the caller's known to the network for others alone: this rank's own transfers
   * do not look for it there, as it may end and other memory begin at its address.
   *
   * @param memory native memory that stays as long as anybody uses the registration
   * @return what others need to know, and the end of it
   * @throws org.armci4j.error.ArmciException when there is a limit: names it, and what to change
   */
  default Registration registerLent(MemorySegment memory) {
    return register(memory);
  }

  /**
   * Makes a key of another rank's memory usable here. The rank need not be connected yet: a key
   * that depends on the connection is resolved when it is first used, and then kept.
   *
   * @param rank whose memory it is
   * @param key what its {@link Registration#key} gave
   * @return the key for operations of this rank
   */
  RemoteKey importKey(int rank, byte[] key);

  /**
   * Makes this side of a connection.
   *
   * @param rank the other side; may be this rank itself
   * @return not yet connected
   * @throws org.armci4j.error.ArmciException when the network refuses
   */
  NetworkEndpoint newEndpoint(int rank);

  /**
   * Prepares for what follows, while no rank has any global memory. Collective over the job.
   *
   * @param isUsed whether any rank may ever reach another one through this network; alike on all
   * @param connectAll connects this rank to all that it may reach so, and waits for them
   * @throws org.armci4j.error.ArmciException when the job cannot go on
   */
  default void start(boolean isUsed, Runnable connectAll) {}

  /**
   * Makes this end of a way for messages between scattered memory.
   *
   * @param endpoint the rank at the other end, as {@link #newEndpoint} has made it
   * @return not yet connected
   * @throws org.armci4j.error.ArmciException when the network refuses
   * @throws UnsupportedOperationException when it has no such ways
   */
  default ScatterLine newLine(NetworkEndpoint endpoint) {
    throw new UnsupportedOperationException("this network scatters no messages");
  }

  /**
   * Makes this side of a further path to a rank, for puts and gets alone. When it fails, nothing
   * else does: another one of that number may take its place.
   *
   * @param rank the other side, for which {@link #newEndpoint} has made an endpoint
   * @param path its number, at least 1
   * @return not yet connected; the other side has a path of that number too
   * @throws org.armci4j.error.ArmciException when the network refuses
   * @throws UnsupportedOperationException when it has one path to each rank
   */
  default NetworkEndpoint newPath(int rank, int path) {
    throw new UnsupportedOperationException("this network has one path to each rank");
  }

  /**
   * Whether this rank's end of a path can be used now: whether its port is up, above all.
   *
   * @param path its number, at least 1
   */
  default boolean isPathUp(int path) {
    return true;
  }

  /**
   * The messages and notifications that other ranks send to this rank's helper thread.
   *
   * @return the same object at every call
   */
  HelperInbox inbox();

  /**
   * Registered memory of the runtime's own.
   *
   * @return the same object at every call
   */
  RegisteredMemory memory();

  /**
   * Registered buffers through which messages and copied data pass, which all endpoints share.
   *
   * @return the same object at every call
   */
  BounceBuffers buffers();

  /**
   * Where a thread that waits for operations of this rank sleeps.
   *
   * @return the same bell at every call, which rings for all that {@link #poll} would find; empty
   *     where nothing rings
   */
  default Optional<Doorbell> bell() {
    return Optional.empty();
  }

  /**
   * Handles what has completed. Never waits: when another thread is at it, returns at once.
   *
   * @return whether there was anything
   * @throws org.armci4j.error.ArmciException once this rank is cut off from the network
   */
  boolean poll();

  /**
   * Looks after connections on which nothing ends. Called by the helper thread about once a second,
   * as a rank that computes would not notice; never waits.
   */
  void look();

  /** Releases the device. Everything that was made from this network is closed already. */
  @Override
  void close();
}
