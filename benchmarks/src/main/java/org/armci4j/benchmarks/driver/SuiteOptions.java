package org.armci4j.benchmarks.driver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * The options that every suite takes.
 *
 * @param json where to write the report for programs; null for nowhere
 * @param rounds how often each subject is run
 * @param quick whether rough figures will do
 * @param ranks numbers of ranks
 * @param sizesBytes sizes of transfers; null for the suite's own
 * @param operations names of operations; null for all
 * @param peers whom to compare with
 */
public record SuiteOptions(
    Path json,
    int rounds,
    boolean quick,
    List<Integer> ranks,
    List<Long> sizesBytes,
    List<String> operations,
    List<PeerLibrary> peers) {

  private static final int ROUNDS = 5;

  /** How to use them. */
  public static final String USAGE =
      """
      options:
        --json FILE        writes the figures as JSON too
        --rounds N         runs every subject N times, 5 if not said
        --ranks LIST       numbers of ranks, such as 2,4,8; what -n says if not said, in the
                           suite collectives 2,4,8
        --operations LIST  only these operations
        --sizes LIST       only these sizes in bytes, such as 8,4K,64M
        --peers LIST       all, none, or some of openmpi-rma, openmpi-shmem, armci-mpi, in the
                           suite collectives of openmpi, mpich
        --quick            one short round: rough figures in a few seconds
      """;

  /**
   * Reads options.
   *
   * @param arguments the command line
   * @param defaultRanks the number of ranks if none is said
   * @return the options
   * @throws IllegalArgumentException with a message for the user
   */
  public static SuiteOptions parse(String[] arguments, int defaultRanks) {
    return parse(arguments, List.of(defaultRanks), PeerLibrary.ONE_SIDED);
  }

  /**
   * Reads options of a suite with peers of its own.
   *
   * @param arguments the command line
   * @param defaultRanks the numbers of ranks if none are said
   * @param offered the peers to choose from
   * @return the options
   * @throws IllegalArgumentException with a message for the user
   */
  public static SuiteOptions parse(
      String[] arguments, List<Integer> defaultRanks, List<PeerLibrary> offered) {
    Path json = null;
    Integer rounds = null;
    boolean quick = false;
    List<Integer> ranks = defaultRanks;
    List<Long> sizes = null;
    List<String> operations = null;
    List<PeerLibrary> peers = offered;
    Iterator<String> words = Arrays.asList(arguments).iterator();
    while (words.hasNext()) {
      String option = words.next();
      switch (option) {
        case "--json" -> json = Path.of(value(option, words));
        case "--rounds" -> rounds = (int) number(option, value(option, words));
        case "--quick" -> quick = true;
        case "--ranks" ->
            ranks = items(option, words).stream().map(item -> (int) number(option, item)).toList();
        case "--sizes" ->
            sizes = items(option, words).stream().map(item -> size(option, item)).toList();
        case "--operations" -> operations = items(option, words);
        case "--peers" -> peers = peers(items(option, words), offered);
        default -> throw new IllegalArgumentException("unknown option '" + option + "'\n" + USAGE);
      }
    }
    int effectiveRounds = rounds != null ? rounds : quick ? 1 : ROUNDS;
    return new SuiteOptions(json, effectiveRounds, quick, ranks, sizes, operations, peers);
  }

  private static String value(String option, Iterator<String> words) {
    if (!words.hasNext()) {
      throw new IllegalArgumentException(option + ": its value is missing\n" + USAGE);
    }
    return words.next();
  }

  private static List<String> items(String option, Iterator<String> words) {
    return List.of(value(option, words).split(",", -1));
  }

  private static long number(String option, String text) {
    if (!text.matches("[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException(option + ": '" + text + "' is not a whole number above 0");
    }
    return Long.parseLong(text);
  }

  private static long size(String option, String text) {
    int shift = " KMG".indexOf(text.charAt(text.length() - 1));
    String digits = shift > 0 ? text.substring(0, text.length() - 1) : text;
    long bytes = number(option, digits) << (10 * Math.max(0, shift));
    if (bytes % Long.BYTES != 0 || bytes > 1 << 30) {
      throw new IllegalArgumentException(
          option + ": a size is a multiple of 8 up to 1G, not '" + text + "'");
    }
    return bytes;
  }

  private static List<PeerLibrary> peers(List<String> names, List<PeerLibrary> offered) {
    if (names.equals(List.of("all"))) {
      return offered;
    }
    List<PeerLibrary> peers = new ArrayList<>();
    for (String name : names.equals(List.of("none")) ? List.<String>of() : names) {
      peers.add(
          offered.stream()
              .filter(peer -> peer.label().equals(name))
              .findFirst()
              .orElseThrow(
                  () -> new IllegalArgumentException("--peers: no peer '" + name + "'\n" + USAGE)));
    }
    return peers;
  }
}
