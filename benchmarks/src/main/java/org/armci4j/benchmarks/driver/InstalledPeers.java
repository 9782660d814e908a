package org.armci4j.benchmarks.driver;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.armci4j.benchmarks.hosts.MpiNetwork;

/** The requested peers: the installed ones, and a hint for each missing one. */
public final class InstalledPeers {
  private static final String MISSING = " is missing: ";

  private final List<Subject> subjects = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();

  /** Returns the command that starts a peer's program. */
  @FunctionalInterface
  private interface PeerLaunch {
    List<String> command(PeerLibrary peer, String program, int ranks);
  }

  private InstalledPeers() {}

  /**
   * Builds the programs of the installed peers.
   *
   * @param suite the suite, whose folder holds the programs
   * @param wanted the requested peers
   * @param largestBytes size of the largest transfer that the suite will request
   */
  public static InstalledPeers find(String suite, List<PeerLibrary> wanted, long largestBytes) {
    return find(suite, wanted, (peer, program, ranks) -> peer.launch(program, ranks, largestBytes));
  }

  /**
   * Builds the programs of the installed peers, for two hosts.
   *
   * @param suite the suite, whose folder holds the programs
   * @param wanted the requested peers, all of Open MPI
   * @param network the network between the hosts
   * @param transport the options of Open MPI's transport
   */
  public static InstalledPeers find(
      String suite, List<PeerLibrary> wanted, MpiNetwork network, List<String> transport) {
    return find(
        suite,
        wanted,
        (peer, program, ranks) ->
            peer.launch(
                program,
                ranks,
                Stream.concat(network.placement(ranks).stream(), transport.stream()).toList()));
  }

  private static InstalledPeers find(String suite, List<PeerLibrary> wanted, PeerLaunch launch) {
    InstalledPeers peers = new InstalledPeers();
    PeerBuild build = new PeerBuild(suite, directory());
    for (PeerLibrary peer : wanted) {
      Optional<Path> program = build.program(peer);
      if (program.isPresent()) {
        String path = program.get().toAbsolutePath().toString();
        peers.subjects.add(new Subject(peer.label(), ranks -> launch.command(peer, path, ranks)));
      } else {
        peers.missing.add(missing(peer.label(), "apt-get install " + peer.debianPackages()));
      }
    }
    return peers;
  }

  /**
   * Builds a C program of a suite that is no peer.
   *
   * @param suite the suite, whose folder holds the program
   * @param name its name, without {@code .c}
   * @return the program; empty if {@code gcc} is not installed
   */
  public static Optional<Path> program(String suite, String name) {
    String source = suite + "/" + name + ".c";
    return new PeerBuild(suite, directory()).program(name, source, "gcc", List.of());
  }

  /**
   * Returns the folder of the compiled peer programs: in the checkout if there is one, else in the
   * user's cache.
   */
  public static Path directory() {
    Path home = Path.of(System.getProperty("armci.home", ""));
    return !Files.isDirectory(home.resolve("benchmarks"))
        ? Path.of(System.getProperty("user.home"), ".cache", "armci4j", "peers")
        : home.resolve("benchmarks").resolve("target").resolve("peers");
  }

  /**
   * Adds a peer that the user has named.
   *
   * @param peer the peer
   * @return this
   */
  public InstalledPeers with(Subject peer) {
    subjects.add(peer);
    return this;
  }

  /**
   * Returns the remark about a missing peer.
   *
   * @param peer its name
   * @param remedy the command that brings it
   */
  public static String missing(String peer, String remedy) {
    return peer + MISSING + remedy;
  }

  /** Returns whether a remark is about a missing peer. */
  public static boolean isMissing(String remark) {
    return remark.contains(MISSING);
  }

  /** Returns the peers that can be measured. */
  public List<Subject> subjects() {
    return List.copyOf(subjects);
  }

  /** Returns a line for each missing peer, naming the packages to install. */
  public List<String> missing() {
    return List.copyOf(missing);
  }
}
