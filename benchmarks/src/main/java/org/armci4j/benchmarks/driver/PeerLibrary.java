package org.armci4j.benchmarks.driver;

import java.util.Arrays;
import java.util.List;

/**
 * A system that this one is compared with, by small C programs of ours that do the same, one for
 * each suite.
 */
public enum PeerLibrary {
  /** MPI-3 RMA of Open MPI. */
  OPENMPI_RMA("openmpi-rma", "mpi.c", "mpicc", "", "mpirun", "libopenmpi-dev openmpi-bin"),
  /** OpenSHMEM of Open MPI. */
  OPENMPI_SHMEM("openmpi-shmem", "shmem.c", "oshcc", "", "oshrun", "libopenmpi-dev openmpi-bin"),
  /** ARMCI on MPI-3 RMA. */
  ARMCI_MPI("armci-mpi", "armci.c", "mpicc", "-larmci", "mpirun", "libarmci-mpi-dev openmpi-bin"),
  /** The collectives of Open MPI. Debian's names tell it from MPICH where both are installed. */
  OPENMPI("openmpi", "mpi.c", "mpicc.openmpi", "", "mpirun.openmpi", "libopenmpi-dev openmpi-bin"),
  /** The collectives of MPICH. */
  MPICH("mpich", "mpi.c", "mpicc.mpich", "", "mpirun.mpich", "libmpich-dev mpich"),
  /** UCX itself. Its two processes are started by the suite. */
  UCX("ucx", "ucx.c", "gcc", "-lucp -lucs", "", "libucx-dev gcc");

  /** The peers of the suites of one-sided operations. */
  public static final List<PeerLibrary> ONE_SIDED = List.of(OPENMPI_RMA, OPENMPI_SHMEM, ARMCI_MPI);

  /** The peers of the suite of collectives. */
  public static final List<PeerLibrary> COLLECTIVE = List.of(OPENMPI, MPICH);

  private final String label;
  private final String source;
  private final String compiler;
  private final String libraries;
  private final String launcher;
  private final String debianPackages;

  PeerLibrary(
      String label,
      String source,
      String compiler,
      String libraries,
      String launcher,
      String debianPackages) {
    this.label = label;
    this.source = source;
    this.compiler = compiler;
    this.libraries = libraries;
    this.launcher = launcher;
    this.debianPackages = debianPackages;
  }

  /**
   * The names of some.
   *
   * @param peers which
   * @return their labels, in this order
   */
  public static List<String> labels(List<PeerLibrary> peers) {
    return peers.stream().map(PeerLibrary::label).toList();
  }

  /**
   * Those of some names.
   *
   * @param labels the names, each that of a peer
   * @return the peers, in this order
   */
  public static List<PeerLibrary> of(List<String> labels) {
    return labels.stream()
        .map(
            label ->
                Arrays.stream(values())
                    .filter(peer -> peer.label.equals(label))
                    .findFirst()
                    .orElseThrow())
        .toList();
  }

  /** The name that options and reports use. */
  public String label() {
    return label;
  }

  /** The file of its program for a suite. */
  String source(String suite) {
    return suite + "/" + source;
  }

  String compiler() {
    return compiler;
  }

  List<String> libraries() {
    return libraries.isEmpty() ? List.of() : List.of(libraries.split(" ", -1));
  }

  /** What to install, where it is missing. */
  String debianPackages() {
    return debianPackages;
  }

  /**
   * The command that starts its program.
   *
   * @param program the compiled program
   * @param ranks how many
   * @param largestBytes the largest buffer, for what must be told beforehand
   */
  List<String> launch(String program, int ranks, long largestBytes) {
    if (this == UCX) {
      return List.of(program);
    }
    if (this == MPICH) {
      // It spins while it waits and, built over UCX as Debian does, has no setting for that:
      // where ranks outnumber cores its figures are time slices of the scheduler.
      return List.of(launcher, "-n", Integer.toString(ranks), program);
    }
    // With a core for each rank its ranks spin; otherwise they yield, which is what serves them.
    boolean crowded = ranks > Runtime.getRuntime().availableProcessors();
    return List.of(
        launcher,
        "--allow-run-as-root",
        "--oversubscribe",
        "--mca",
        "mpi_yield_when_idle",
        crowded ? "1" : "0",
        "-x",
        "SHMEM_SYMMETRIC_SIZE=" + (largestBytes + 64 * 1024 * 1024),
        "-n",
        Integer.toString(ranks),
        program);
  }
}
