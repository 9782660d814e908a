package org.armci4j.benchmarks.driver;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The peers that are asked for, as far as they are installed. */
public final class InstalledPeers {
  private final List<Subject> subjects = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();

  private InstalledPeers() {}

  /**
   * Builds the programs of those that are installed.
   *
   * @param suite the suite, whose folder holds the programs
   * @param wanted which peers
   * @param largestBytes the largest transfer that will be asked for
   */
  public static InstalledPeers find(String suite, List<PeerLibrary> wanted, long largestBytes) {
    InstalledPeers peers = new InstalledPeers();
    PeerBuild build = new PeerBuild(suite, directory());
    for (PeerLibrary peer : wanted) {
      Optional<Path> program = build.program(peer);
      if (program.isPresent()) {
        String path = program.get().toAbsolutePath().toString();
        peers.subjects.add(
            new Subject(peer.label(), ranks -> peer.launch(path, ranks, largestBytes)));
      } else {
        peers.missing.add(peer.label() + " is missing: apt-get install " + peer.debianPackages());
      }
    }
    return peers;
  }

  /** Where peers' programs are kept that were compiled here: in the checkout where there is one. */
  public static Path directory() {
    Path home = Path.of(System.getProperty("armci.home", ""));
    return !Files.isDirectory(home.resolve("benchmarks"))
        ? Path.of(System.getProperty("user.home"), ".cache", "armci4j", "peers")
        : home.resolve("benchmarks").resolve("target").resolve("peers");
  }

  /** Those that can be measured. */
  public List<Subject> subjects() {
    return List.copyOf(subjects);
  }

  /** A line for each that cannot, which says what to install. */
  public List<String> missing() {
    return List.copyOf(missing);
  }
}
