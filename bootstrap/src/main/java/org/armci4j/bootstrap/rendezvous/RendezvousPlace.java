package org.armci4j.bootstrap.rendezvous;

import java.net.SocketAddress;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.MeetingPlace;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.Settings;

/**
 * A rendezvous, as seen by ranks that are processes.
 *
 * @param address where the rendezvous listens
 * @param secret what ranks and rendezvous prove to each other
 */
public record RendezvousPlace(SocketAddress address, JobSecret secret) implements MeetingPlace {
  /** Checks that neither part is missing. */
  public RendezvousPlace {
    if (address == null || secret == null) {
      throw new IllegalArgumentException("a rendezvous and a secret go together");
    }
  }

  @Override
  public Bootstrap join(Membership self, Settings settings) {
    return RendezvousClient.open(self, settings);
  }
}
