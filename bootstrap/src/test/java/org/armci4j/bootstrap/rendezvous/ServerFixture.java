package org.armci4j.bootstrap.rendezvous;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.armci4j.bootstrap.Await;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.Ranks;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.SettingsBuilder;

/** A server, the news that it gave, and ranks of it. */
final class ServerFixture implements AutoCloseable {
  final List<String> news = new CopyOnWriteArrayList<>();
  final Settings settings;
  final RendezvousOptions options;
  final RendezvousServer server;

  ServerFixture(int size) {
    this(size, settings());
  }

  ServerFixture(int size, SettingsBuilder builder) {
    settings = builder.resolve();
    options = RendezvousOptions.of(size, Duration.ZERO, settings);
    server =
        RendezvousServer.start(
            RendezvousPort.bindLoopback(options),
            new RendezvousListener() {
              @Override
              public void joined(int rank) {
                news.add("joined " + rank);
              }

              @Override
              public void allJoined() {
                news.add("all joined");
              }

              @Override
              public void silent(int rank, String reason) {
                news.add("silent " + rank);
              }

              @Override
              public void stalled(int rank) {
                news.add("stalled " + rank);
              }

              @Override
              public void saidBye(int rank) {
                news.add("bye " + rank);
              }

              @Override
              public void vacated(int rank, int epoch) {
                news.add("vacated " + rank + " in epoch " + epoch);
              }

              @Override
              public void aborted(int rank, String reason) {
                news.add("aborted " + rank + ": " + reason);
              }

              @Override
              public void lost(int rank) {
                news.add("lost " + rank);
              }
            });
  }

  static SettingsBuilder settings() {
    return Settings.of(BootstrapSettings.ALL)
        .set(BootstrapSettings.PROOF_TIMEOUT, Duration.ofSeconds(60))
        .set(BootstrapSettings.LOSS_GRACE, Duration.ofSeconds(60));
  }

  Bootstrap open(int rank) {
    return Bootstrap.open(membership(rank), settings);
  }

  Membership membership(int rank) {
    return server.membership(rank, false);
  }

  /** Where the server listens, over TCP. */
  InetSocketAddress address() {
    return (InetSocketAddress) server.address();
  }

  void awaitNews(String line) {
    Await.until(line, () -> news.contains(line));
  }

  /** The job of these ranks, which are all there are, works. */
  static void assertWorks(Bootstrap... ranks) throws Exception {
    int[] members = new int[ranks.length];
    for (int i = 0; i < members.length; i++) {
      members[i] = ranks[i].rank();
    }
    Ranks.run(
        ranks.length, i -> ranks[i].exchange("works", members, new byte[1000], Await.LIMIT_NANOS));
  }

  @Override
  public void close() {
    server.close();
  }
}
