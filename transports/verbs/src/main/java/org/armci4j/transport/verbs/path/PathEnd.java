package org.armci4j.transport.verbs.path;

import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.EndpointProgress;

/**
 * This rank's end of one path. It lives several lives, one after the other: the first begins when
 * the end is connected, each later one with {@link #open}, and each is over when both sides have
 * left it. {@link RankPath} leads it from one life to the next.
 *
 * <p>The defaults are those of an end that goes through one port and carries nothing over from one
 * life to the next. One thread at a time uses an end; any thread asks whether it is {@link
 * #broken}.
 */
public interface PathEnd {
  /** Answer of {@link #carriedOut} while the number may still change. */
  long NOT_YET = -1;

  /**
   * Returns the number of ports that the path may use. Life l goes through port l modulo this
   * number, at both sides.
   */
  default int ports() {
    return 1;
  }

  /** Returns how long the path may be out of work before its rank is given up; 0 is forever. */
  default long patienceNanos() {
    return 0;
  }

  /**
   * Returns the progress of the path's operations, which also fails them when the path is given up.
   */
  EndpointProgress progress();

  /** Returns whether the first life has begun. */
  boolean hasBegun();

  /** Returns the name of this life's port, for the log. */
  default String port() {
    return progress().where();
  }

  /** Returns why the path carries nothing any more; null while it works. */
  String broken();

  /** Holds back all operations that are started from here on, until {@link #tryResume}. */
  default void pause() {}

  /**
   * Returns whether every operation that was sent is complete, or can be settled whatever has
   * become of it.
   */
  default boolean isDrained() {
    return true;
  }

  /** Ends this life: from here on nothing goes, and nothing of the other side is carried out. */
  void leave();

  /**
   * Returns how much of what the other side sent in this life has been carried out here, in the
   * network's own measure.
   *
   * @return {@link #NOT_YET} while that may still change
   */
  default long carriedOut() {
    return 0;
  }

  /**
   * Learns that both sides have left. Operations that the other side has carried out are complete;
   * all others wait to be sent again.
   *
   * @param carriedOutThere the other side's answer to {@link #carriedOut}
   * @throws ArmciException when an operation can neither be repeated nor be taken for complete
   */
  default void settle(long carriedOutThere) {}

  /** Returns whether a port can be used now. */
  boolean canOpen(int rail);

  /**
   * Begins the next life.
   *
   * @return what the other side needs to connect
   * @throws ArmciException when the network refuses
   */
  byte[] open(int rail);

  /**
   * Connects to the other side, and receives from here on.
   *
   * @param address the other side's answer to {@link #open}
   * @throws ArmciException when the network refuses
   */
  void connect(byte[] address);

  /** Goes on, since the other side receives now; returns whether the path works already. */
  boolean tryResume();
}
