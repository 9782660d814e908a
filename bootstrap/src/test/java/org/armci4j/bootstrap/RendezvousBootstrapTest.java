package org.armci4j.bootstrap;

import org.armci4j.bootstrap.rendezvous.RendezvousListener;
import org.armci4j.bootstrap.rendezvous.RendezvousOptions;
import org.armci4j.bootstrap.rendezvous.RendezvousServer;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;

/** The contract over sockets. */
class RendezvousBootstrapTest extends BootstrapContract {
  @Override
  Meeting meet(int size) {
    Settings settings = Settings.of(BootstrapSettings.ALL).resolve();
    RendezvousServer server =
        RendezvousServer.start(RendezvousOptions.of(size, settings), new RendezvousListener() {});
    return new Meeting() {
      @Override
      public Bootstrap open(int rank) {
        return Bootstrap.open(server.membership(rank, false), settings);
      }

      @Override
      public void fail(int rank, String reason) {
        server.fail(rank, reason);
      }

      @Override
      public void close() {
        server.close();
      }
    };
  }
}
