package org.armci4j.bootstrap;

import java.net.SocketAddress;
import org.armci4j.bootstrap.settings.Settings;

/** The place where the ranks of a job meet; it knows how each of them joins. */
public interface MeetingPlace {
  /** Returns the place of a job of one rank, which meets no other. */
  static MeetingPlace none() {
    return SoloPlace.NONE;
  }

  /**
   * Joins the job as the rank that {@code self} names. Waits for no other rank, except for the one
   * that holds the meeting place.
   *
   * @throws BootstrapException when the place cannot be reached or refuses this rank
   */
  Bootstrap join(Membership self, Settings settings);

  /**
   * Returns the address at which a process finds the place; null where it has none, or none yet.
   */
  default SocketAddress address() {
    return null;
  }

  /** Returns the secret that the ranks prove there; null where no secret is needed. */
  default JobSecret secret() {
    return null;
  }

  /** Returns whether all ranks of the job are threads of this JVM. */
  default boolean isInOneJvm() {
    return false;
  }
}
