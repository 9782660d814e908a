package org.armci4j.benchmarks.pcj;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.hosts.HostPair;
import org.armci4j.benchmarks.network.PeerPair;

/**
 * PCJ, a library for parallel programs in Java, as a peer: two of its JVMs, one on each host. Its
 * jar comes from Maven's local repository, so that no build or distribution of this system needs
 * it. Its program is compiled where it runs, like the peers' C programs.
 */
final class PcjPeer {
  static final String NAME = "pcj";

  private static final String VERSION = "5.3.0";
  private static final String PROGRAM = "PcjRank";
  private static final String RESOURCE = "/META-INF/armci/peers/pcj/" + PROGRAM + ".java";

  private final HostPair hosts;
  private final Path jar;

  /**
   * Creates the peer.
   *
   * @param hosts the hosts that it runs on
   * @param jar the jar of PCJ
   */
  PcjPeer(HostPair hosts, Path jar) {
    this.hosts = hosts;
    this.jar = jar;
  }

  /** Returns PCJ if this host has it: in {@code ARMCI_PCJ_JAR} or in Maven's local repository. */
  static Optional<PcjPeer> find(HostPair hosts) {
    String named = System.getenv("ARMCI_PCJ_JAR");
    String file = "pcj-" + VERSION + ".jar";
    Path jar =
        named != null
            ? Path.of(named)
            : Path.of(System.getProperty("user.home"), ".m2", "repository")
                .resolve(Path.of("pl", "edu", "icm", "pcj", "pcj", VERSION, file));
    return Files.exists(jar) ? Optional.of(new PcjPeer(hosts, jar)) : Optional.empty();
  }

  /** Returns the remedy if PCJ is missing. */
  static String missing() {
    return InstalledPeers.missing(
        NAME, "mvn dependency:get -Dartifact=pl.edu.icm.pcj:pcj:" + VERSION);
  }

  /** Returns PCJ's program on two ranks. */
  Subject subject() {
    Path classes = compile();
    return new Subject(
        NAME, ranks -> PeerPair.command(line(classes, "target"), line(classes, "origin"), hosts));
  }

  private String line(Path classes, String role) {
    List<String> words = new ArrayList<>(List.of(tool("java")));
    words.addAll(hosts.jvmOptions());
    words.addAll(List.of("-cp", jar + ":" + classes, PROGRAM, role, hosts.device().orElse("-")));
    return String.join(" ", words);
  }

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  private Path compile() {
    try {
      Path folder = InstalledPeers.directory().resolve(NAME);
      Files.createDirectories(folder);
      Path source = folder.resolve(PROGRAM + ".java");
      try (InputStream in = PcjPeer.class.getResourceAsStream(RESOURCE)) {
        Files.write(source, in.readAllBytes());
      }
      List<String> command =
          List.of(
              tool("javac"),
              "-proc:none",
              "-d",
              folder.toString(),
              "-cp",
              jar.toString(),
              source.toString());
      Process compiler = new ProcessBuilder(command).inheritIO().start();
      if (compiler.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + " failed");
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot build the program of " + NAME, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while javac was at work", e);
    }
  }
}
