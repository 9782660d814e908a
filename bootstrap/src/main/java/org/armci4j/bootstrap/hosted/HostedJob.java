package org.armci4j.bootstrap.hosted;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.MeetingPlace;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.rendezvous.RendezvousClient;
import org.armci4j.bootstrap.rendezvous.RendezvousOptions;
import org.armci4j.bootstrap.rendezvous.RendezvousPlace;
import org.armci4j.bootstrap.rendezvous.RendezvousPort;
import org.armci4j.bootstrap.rendezvous.Tls;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;

/**
 * A job that another system's launcher has started. Rank 0 holds the rendezvous in its own process,
 * and the other ranks find it by the first rule that applies:
 *
 * <ul>
 *   <li>at {@code ARMCI_RENDEZVOUS}, if the user sets it;
 *   <li>on one host, or with the setting {@code jobDirectory}, at the address in the {@link
 *       JobFile} that rank 0 writes, together with a new secret;
 *   <li>if the launcher tells the first host, on that host at a port derived from the job's name
 *       and secret.
 * </ul>
 *
 * <p>Without a job file the secret comes from the setting {@code secretFile}.
 */
final class HostedJob implements MeetingPlace {
  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 10_000;
  private static final long POLL_NANOS = 5_000_000;

  private final ExternalLauncher launcher;
  private final String givenAddress;

  /**
   * Makes the job that another launcher's variables describe.
   *
   * @param givenAddress host:port of the rendezvous if the user sets it, or null
   */
  HostedJob(ExternalLauncher launcher, String givenAddress) {
    this.launcher = launcher;
    this.givenAddress = givenAddress;
  }

  /** Joins as {@code self}; rank 0 opens the rendezvous first, unless it has opened it before. */
  @Override
  public Bootstrap join(Membership self, Settings settings) {
    Duration timeout = patience(self.size(), settings);
    long deadline = System.nanoTime() + timeout.toNanos();
    JobFile file = JobFile.of(settings.get(BootstrapSettings.JOB_DIRECTORY), launcher.jobId());
    boolean byFile = isByFile(settings);
    Tls tls = Tls.of(settings);
    if (self.rank() == 0) {
      host(self, settings, file, byFile);
    }
    boolean readsFile = byFile || self.rank() == 0;
    return RendezvousClient.open(
        () -> {
          JobFile.Entry found = readsFile ? await(self, file, timeout, deadline) : given(settings);
          return self.at(new RendezvousPlace(found.address(), found.secret()));
        },
        settings,
        tls,
        0);
  }

  /** Returns how long rank 0 may take to start: longer where it shares a core with many ranks. */
  private Duration patience(int ranks, Settings settings) {
    Duration alone = settings.get(BootstrapSettings.CONNECT_TIMEOUT);
    int cores = Runtime.getRuntime().availableProcessors();
    return launcher.oneHost() ? alone.multipliedBy(Math.ceilDiv(ranks, cores)) : alone;
  }

  /** Returns the job file's content. Waits while the file is missing, or left by an earlier job. */
  private JobFile.Entry await(Membership self, JobFile file, Duration timeout, long deadline) {
    while (true) {
      JobFile.Entry found = file.read();
      if (found != null && !found.isStale()) {
        return found;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new BootstrapException(
            Text.format(
                "rank %d waited %d ms (connectTimeout) for rank 0 of the job that %s has started;"
                    + " %s is not there. Has rank 0 been started, on this host, and called open?",
                self.rank(), timeout.toMillis(), launcher.name(), file));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private boolean isByFile(Settings settings) {
    boolean shared = !settings.get(BootstrapSettings.JOB_DIRECTORY).isEmpty();
    return givenAddress == null && (launcher.oneHost() || shared);
  }

  private void host(Membership self, Settings settings, JobFile file, boolean byFile) {
    JobFile.Entry before = file.read();
    if (before != null && before.isOfThisProcess()) {
      return; // this rank has joined before
    }
    JobSecret secret = byFile ? JobSecret.random() : secret(settings);
    RendezvousOptions options =
        RendezvousOptions.ofJob(self.jobId(), self.size(), secret, Duration.ZERO, settings);
    HostedRendezvous.start(bind(options, settings, byFile), file);
  }

  private RendezvousPort bind(RendezvousOptions options, Settings settings, boolean byFile) {
    if (byFile && launcher.oneHost()) {
      return RendezvousPort.bindOnThisHost(options, _ -> {});
    }
    InetSocketAddress listenAt = byFile ? own(settings) : bindable(agreedAddress(settings));
    return RendezvousPort.bind(options, listenAt);
  }

  /** Returns an address of this host that other hosts can reach. */
  private static InetSocketAddress own(Settings settings) {
    try {
      String given = settings.get(BootstrapSettings.RENDEZVOUS_ADDRESS);
      InetAddress address =
          given.isEmpty() ? InetAddress.getLocalHost() : InetAddress.getByName(given);
      if (!address.isLoopbackAddress()) {
        return new InetSocketAddress(address, 0);
      }
    } catch (UnknownHostException nameless) {
      // Falls through to the error below.
    }
    throw new BootstrapException(
        "cannot tell which address of this host the other ranks can reach; set rendezvousAddress");
  }

  private JobFile.Entry given(Settings settings) {
    InetSocketAddress address = agreedAddress(settings);
    return new JobFile.Entry("", "", secret(settings), address);
  }

  private JobSecret secret(Settings settings) {
    String secretFile = settings.get(BootstrapSettings.SECRET_FILE);
    if (secretFile.isEmpty()) {
      throw new BootstrapException(
          Text.format(
              "the ranks of this job of %s are on several hosts and have no secret to prove to each"
                  + " other. Set secretFile (ARMCI_SECRET_FILE) to a file that each of them can"
                  + " read, made by: openssl rand -hex 32",
              launcher.name()));
    }
    return SecretFile.read(secretFile);
  }

  private InetSocketAddress agreedAddress(Settings settings) {
    String text = givenAddress;
    if (text == null && launcher.firstHost() != null) {
      text = launcher.firstHost() + ":" + agreedPort(launcher.jobId(), secret(settings));
    }
    int colon = text == null ? -1 : text.lastIndexOf(':');
    if (colon < 1 || !text.substring(colon + 1).matches("\\d{1,5}")) {
      throw new BootstrapException(
          Text.format(
              "the ranks of this job of %s are on several hosts: set ARMCI_RENDEZVOUS to host:port"
                  + " of rank 0 (it is '%s'), or jobDirectory (ARMCI_JOB_DIRECTORY) to a folder"
                  + " that all hosts share",
              launcher.name(), text));
    }
    int port = Integer.parseInt(text.substring(colon + 1));
    return new InetSocketAddress(text.substring(0, colon), port);
  }

  /**
   * Returns the same port at all ranks. The secret is part of the digest, so that no other user can
   * predict the port and take it first.
   */
  static int agreedPort(String jobId, JobSecret secret) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update("armci4j port ".getBytes(StandardCharsets.UTF_8));
      digest.update(secret.toBytes());
      byte[] bytes = digest.digest(jobId.getBytes(StandardCharsets.UTF_8));
      return FIRST_PORT + Math.floorMod(ByteBuffer.wrap(bytes).getInt(), PORTS);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  /**
   * Returns {@code address} if it is one of this host's, else any address at its port: outside, the
   * host may have another name.
   */
  private static InetSocketAddress bindable(InetSocketAddress address) {
    try {
      boolean ours =
          !address.isUnresolved()
              && NetworkInterface.getByInetAddress(address.getAddress()) != null;
      return ours ? address : new InetSocketAddress(address.getPort());
    } catch (SocketException e) {
      throw new UncheckedIOException(e);
    }
  }
}
