package org.armci4j.benchmarks.driver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Systems to compare with. A C program for each suite and peer performs the same operations as
 * ours.
 */
public enum PeerLibrary {
  /** MPI-3 RMA of Open MPI. */
  OPENMPI_RMA("openmpi-rma", "mpi.c", "mpicc", "", "mpirun", "libopenmpi-dev openmpi-bin"),
  /** OpenSHMEM of Open MPI. */
  OPENMPI_SHMEM("openmpi-shmem", "shmem.c", "oshcc", "", "oshrun", "libopenmpi-dev openmpi-bin"),
  /** ARMCI on MPI-3 RMA. */
  ARMCI_MPI("armci-mpi", "armci.c", "mpicc", "-larmci", "mpirun", "libarmci-mpi-dev openmpi-bin"),
  /** Open MPI's messages. Debian's program names keep it apart from an installed MPICH. */
  OPENMPI(
      "openmpi",
      "mpi.c",
      "mpicc.openmpi",
      "-lm -ldl",
      "mpirun.openmpi",
      "libopenmpi-dev openmpi-bin"),
  /** MPICH's messages. */
  MPICH("mpich", "mpi.c", "mpicc.mpich", "-lm -ldl", "mpirun.mpich", "libmpich-dev mpich"),
  /** UCX itself. The suite starts its two processes. */
  UCX("ucx", "ucx.c", "gcc", "-lucp -lucs", "", "libucx-dev gcc"),
  /** Global Arrays on ARMCI-MPI. Debian has it as a static library, without what it links to. */
  GLOBAL_ARRAYS(
      "global-arrays",
      "ga.c",
      "mpicc.openmpi",
      "-Wl,--copy-dt-needed-entries -lga-openmpi -larmci-openmpi -lscalapack-openmpi -llapack"
          + " -lblas -lm",
      "mpirun.openmpi",
      "libglobalarrays-dev libarmci-mpi-dev libscalapack-openmpi-dev libopenblas-serial-dev"
          + " libopenmpi-dev openmpi-bin");

  /** The peers of the suites of one-sided operations. */
  public static final List<PeerLibrary> ONE_SIDED = List.of(OPENMPI_RMA, OPENMPI_SHMEM, ARMCI_MPI);

  /** The peers of the suites of collectives and of applications. */
  public static final List<PeerLibrary> COLLECTIVE = List.of(OPENMPI, MPICH);

  /** The peer of the suite of global arrays. */
  public static final List<PeerLibrary> ARRAYS = List.of(GLOBAL_ARRAYS);

  /** The peers of the suite about memory. */
  public static final List<PeerLibrary> MEMORY = List.of(OPENMPI, OPENMPI_SHMEM, MPICH);

  /** The peer of the suite of single words. */
  public static final List<PeerLibrary> WORDS = List.of(OPENMPI_SHMEM);

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
   * Returns the labels of peers.
   *
   * @param peers the peers
   * @return their labels, in the same order
   */
  public static List<String> labels(List<PeerLibrary> peers) {
    return peers.stream().map(PeerLibrary::label).toList();
  }

  /**
   * Returns the peers with the given labels.
   *
   * @param labels labels of peers; each must exist
   * @return the peers, in the same order
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

  /** Returns the name for options and reports. */
  public String label() {
    return label;
  }

  /** Returns the path of the peer's source for a suite. */
  String source(String suite) {
    return suite + "/" + source;
  }

  String compiler() {
    return compiler;
  }

  List<String> libraries() {
    return libraries.isEmpty() ? List.of() : List.of(libraries.split(" ", -1));
  }

  /** Returns the packages to install if the peer is missing. */
  String debianPackages() {
    return debianPackages;
  }

  /**
   * Returns the command that starts the peer's program within this host.
   *
   * @param program the compiled program
   * @param ranks number of ranks
   * @param largestBytes size of the largest buffer; OpenSHMEM must know it at the start
   */
  public List<String> launch(String program, int ranks, long largestBytes) {
    return launch(program, ranks, withinHost(largestBytes));
  }

  /**
   * Returns the command that starts the peer's program, with options of the caller's.
   *
   * @param program the compiled program
   * @param ranks number of ranks
   * @param options more options of Open MPI's launcher
   */
  List<String> launch(String program, int ranks, List<String> options) {
    if (this == UCX) {
      return List.of(program);
    }
    if (this == MPICH) {
      // MPICH spins while it waits. Built over UCX, as in Debian, it has no setting against that.
      // With more ranks than cores, its figures are time slices of the scheduler.
      return List.of(launcher, "-n", Integer.toString(ranks), program);
    }
    // With a core for each rank, spinning is fastest; with fewer cores, yielding is.
    boolean crowded = ranks > Runtime.getRuntime().availableProcessors();
    List<String> command = new ArrayList<>(List.of(launcher, "--allow-run-as-root"));
    command.addAll(List.of("--oversubscribe", "--mca", "mpi_yield_when_idle", crowded ? "1" : "0"));
    if (this == GLOBAL_ARRAYS) {
      // A rank has one core, so its BLAS must not start threads.
      command.addAll(List.of("-x", "OPENBLAS_NUM_THREADS=1"));
    }
    command.addAll(options);
    command.addAll(List.of("-n", Integer.toString(ranks), program));
    return command;
  }

  /** Returns the options of Open MPI's launcher that this peer needs within one host. */
  private List<String> withinHost(long largestBytes) {
    if (this != GLOBAL_ARRAYS) {
      return List.of("-x", "SHMEM_SYMMETRIC_SIZE=" + (largestBytes + 64 * 1024 * 1024));
    }
    // By itself, Open MPI chooses a component for these windows that takes 15 times as long for a
    // short put within a host. In shared memory, a get need not make progress for others, which
    // would double its time.
    return List.of("-x", "ARMCI_EXPLICIT_NB_PROGRESS=0", "--mca", "osc", "sm");
  }
}
