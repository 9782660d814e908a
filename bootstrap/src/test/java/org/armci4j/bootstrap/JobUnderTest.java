package org.armci4j.bootstrap;

import java.time.Duration;
import java.util.function.Function;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.bootstrap.rendezvous.RendezvousListener;
import org.armci4j.bootstrap.rendezvous.RendezvousOptions;
import org.armci4j.bootstrap.rendezvous.RendezvousPort;
import org.armci4j.bootstrap.rendezvous.RendezvousServer;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;

/** Where the ranks of a test meet. */
interface JobUnderTest extends AutoCloseable {
  Bootstrap open(int rank);

  void fail(int rank, String reason);

  /** Has the job go on without a rank. */
  void lose(int rank, String reason);

  @Override
  void close();

  /** In this JVM. */
  static JobUnderTest local(int size) {
    Settings settings = Settings.resolve(BootstrapSettings.ALL);
    LocalJob job = LocalJob.create(size);
    return new JobUnderTest() {
      @Override
      public Bootstrap open(int rank) {
        return Bootstrap.open(job.membership(rank), settings);
      }

      @Override
      public void fail(int rank, String reason) {
        job.fail(rank, reason);
      }

      @Override
      public void lose(int rank, String reason) {
        job.lose(rank, reason);
      }

      @Override
      public void close() {}
    };
  }

  /** Over TCP. */
  static JobUnderTest overTcp(int size) {
    return atRendezvous(size, RendezvousPort::bindLoopback);
  }

  /** Over a socket of this host. */
  static JobUnderTest onThisHost(int size) {
    return atRendezvous(size, options -> RendezvousPort.bindOnThisHost(options, _ -> {}));
  }

  private static JobUnderTest atRendezvous(
      int size, Function<RendezvousOptions, RendezvousPort> bind) {
    Settings settings = Settings.resolve(BootstrapSettings.ALL);
    RendezvousPort port = bind.apply(RendezvousOptions.of(size, Duration.ZERO, settings));
    RendezvousServer server = RendezvousServer.start(port, new RendezvousListener() {});
    return new JobUnderTest() {
      @Override
      public Bootstrap open(int rank) {
        return Bootstrap.open(server.membership(rank, false), settings);
      }

      @Override
      public void fail(int rank, String reason) {
        server.fail(rank, reason);
      }

      @Override
      public void lose(int rank, String reason) {
        server.lose(rank, reason);
      }

      @Override
      public void close() {
        server.close();
      }
    };
  }
}
