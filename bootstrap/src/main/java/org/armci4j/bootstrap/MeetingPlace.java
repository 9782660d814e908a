package org.armci4j.bootstrap;

import java.net.SocketAddress;
import org.armci4j.bootstrap.settings.Settings;

/** Where the ranks of a job meet, and how each of them joins it. */
public interface MeetingPlace {
  /** For a rank that is alone: there is nobody to meet. */
  static MeetingPlace none() {
    return SoloPlace.NONE;
  }

  /**
   * Joins the job as the rank that {@code self} names. Returns without waiting for other ranks, but
   * for the one that holds the meeting place.
   *
   * @throws BootstrapException when the place cannot be reached or refuses this rank
   */
  Bootstrap join(Membership self, Settings settings);

  /** The address at which a process finds the place; null where it has none, or none yet. */
  default SocketAddress address() {
    return null;
  }

  /** What the ranks prove to each other there; null where there is nothing to prove. */
  default JobSecret secret() {
    return null;
  }

  /** Whether all ranks of the job are threads of this JVM. */
  default boolean isInOneJvm() {
    return false;
  }
}
