package org.armci4j.lab.papers;

import java.util.Locale;

/**
 * Commands whose figures {@link PaperRows} compares. Each is a command that users have too, and
 * writes its figures by {@code --json}.
 */
enum Experiment {
  /** Patterns over several paths of the papers' switch, packet by packet. */
  PATHS(PaperPlace.HERE, "./armci simulate paths --ranks 48,64 --bytes 65536"),

  /** Short collectives over puts and over messages. */
  SHORT_TWINS(
      PaperPlace.NAMESPACES,
      "./armci bench twins --between-hosts --rate 10 --ranks 4 --rounds 3"
          + " --operations barrier,broadcast,allreduce,allgather"
          + " --algorithm recursive-doubling,binomial,tree-1,tree-3 --sizes 8,4K"),

  /** Long allgathers over puts and over messages. */
  LONG_TWINS(
      PaperPlace.NAMESPACES,
      "./armci bench twins --between-hosts --rate 100 --ranks 4 --rounds 3"
          + " --operations allgather --algorithm recursive-doubling,ring-straight"
          + " --sizes 32K,256K"),

  /** Times that the cost model gives allreduces by trees, and measured ones. */
  MODEL(PaperPlace.RANK_NAMESPACES, "./armci bench model --ranks 4,8 --rate 10"),

  /** Collectives that do not wait, beside Open MPI's. */
  NONBLOCKING(
      PaperPlace.NAMESPACES,
      "./armci bench network --nonblocking --rate 100 --ranks 2 --rounds 3 --quick"
          + " --peers openmpi-tcp --operations broadcast-nb,allreduce-nb --sizes 8,1M"),

  /** Applications by one-sided calls and by messages. */
  APPLICATIONS(
      PaperPlace.LOOPBACK,
      "ARMCI_TRANSPORT=ucx ARMCI_UCX_SAME_HOST=network ARMCI_UCX_TLS=tcp ARMCI_UCX_DEVICES=lo"
          + " ./armci bench applications --ranks 2 --rounds 3 --peers none"
          + " --operations mg-A,summa-1024"),

  /** The device beside its own tools. */
  DEVICE_TOOLS(
      PaperPlace.DEVICE,
      "./armci bench verbs --quick --rounds 3 --peers perftest"
          + " --operations put-latency,get-latency,put-bandwidth,get-bandwidth"),

  /** Allgathers whose buffers nothing has registered before. */
  NEW_BUFFERS(
      PaperPlace.DEVICE,
      "ARMCI_TRANSPORT=verbs ARMCI_VERBS_SAME_HOST=device ARMCI_VERBS_REGISTER_BYTES=32KiB"
          + " ARMCI_WAIT_SPINS=20 ARMCI_PARK_AFTER=200us ./armci bench --threads twins"
          + " --new-buffers --ranks 4 --rounds 1 --operations allgather --algorithm"
          + " ring,recursive-doubling --sizes 32K"),

  /** Registrations of a million operations. */
  REGISTRATIONS(PaperPlace.DEVICE, protocols("R2")),

  /** Words that the device or the helper thread updates. */
  UPDATES(PaperPlace.WIRE, protocols("R5")),

  /** Gets by the device, by the helper thread, and copied. */
  GETS(PaperPlace.WIRE, protocols("R7")),

  /** Lists by each protocol. */
  LISTS(PaperPlace.WIRE, protocols("R8")),

  /** Entries of a message. */
  ENTRIES(PaperPlace.WIRE, protocols("R10")),

  /** Transfers while the origin computes, which does not give its core up. */
  OVERLAP(PaperPlace.WIRE, "./armci bench protocols --rows R12"),

  /** Transfers of the user's own memory. */
  COPIES(PaperPlace.WIRE, protocols("R4")),

  /** Cost of the helper thread. */
  HELPER(PaperPlace.WIRE, protocols("R6")),

  /** Patterns over two wires by several policies. */
  POLICIES(PaperPlace.WIRES, "./armci bench rails --policies --rounds 1");

  private final PaperPlace place;
  private final String line;

  Experiment(PaperPlace place, String line) {
    this.place = place;
    this.line = line;
  }

  /** Returns the command for rows of the suite, on ranks that give up the one core soon. */
  private static String protocols(String rows) {
    return "ARMCI_WAIT_SPINS=20 ARMCI_PARK_AFTER=200us ./armci bench protocols --rows " + rows;
  }

  PaperPlace place() {
    return place;
  }

  /** Returns the name on the page and of its file of figures. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the line for a shell at its place that writes the figures to a file. */
  String lineTo(String file) {
    return line + " --json '" + file.replace("'", "'\\''") + "'";
  }

  /** Returns the line with which a user repeats it. */
  String line() {
    return place.line(line);
  }
}
