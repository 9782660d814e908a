package org.armci4j.examples.sparse;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.armci4j.examples.options.OptionException;
import org.armci4j.examples.options.ProgramOptions;

/**
 * Holds the options of a program on a sparse matrix.
 *
 * @param source the matrix
 * @param seed of all random numbers
 * @param atOnce number of words that each rank has under way at once between hosts
 */
public record GraphOptions(RowSource source, int seed, int atOnce) {
  /** The options as {@code --help} lists them, behind what the program does. */
  public static final String USAGE =
      """
      Options:

        --graph X     er: each edge with the same probability; geometric: points of the unit
                      square, joined if they are near; stars: a product of stars; default er
        --rows N      vertices of er and geometric; default 10000
        --degree N    neighbours of a vertex of er and geometric, on average; default 10
        --stars AxB   leaves of each star; default 4x8x9x5
        --loop X      vertex of each star with a loop: center, leaf or none; default center
        --file PATH   a Matrix Market file (coordinate; pattern, real or integer; general or
                      symmetric) in place of a graph; every host needs it
        --at-once N   words that each rank waits for at once, between hosts; default 64.
                      In paths and toposort no rank waits for single words
        --seed N      of all random numbers; default 1
        --help        print this\
      """;

  private static final int MOST = 1 << 24;

  private static final List<Integer> STARS = List.of(4, 8, 9, 5);

  private static final Map<String, StarLoop> LOOPS =
      Map.of("center", StarLoop.CENTER, "leaf", StarLoop.LEAF, "none", StarLoop.NONE);

  /**
   * Reads the options.
   *
   * @param options the command line
   * @return the matrix that they name, and how the program shall work on it
   */
  public static GraphOptions of(ProgramOptions options) {
    int rows = options.number("--rows", 10_000, MOST);
    int degree = options.number("--degree", 10, MOST);
    int seed = options.number("--seed", 1, Integer.MAX_VALUE);
    StarProduct stars =
        new StarProduct(
            options.value("--stars", STARS, GraphOptions::leaves),
            options.choice("--loop", "center", LOOPS));
    RowSource file = options.value("--file", null, MatrixMarket::read);
    Map<String, Supplier<RowSource>> graphs =
        Map.of(
            "er", () -> ErdosRenyi.ofDegree(rows, degree, seed),
            "geometric", () -> GeometricGraph.ofDegree(rows, degree, seed),
            "stars", () -> stars);
    Supplier<RowSource> graph = options.choice("--graph", "er", graphs);
    int atOnce = options.number("--at-once", 64, 1 << 16);
    return new GraphOptions(file == null ? graph.get() : file, seed, atOnce);
  }

  /**
   * Returns the options of a program on the lower half of the matrix.
   *
   * @return the same options with {@link RowSource#lowerHalf}
   */
  public GraphOptions lowerHalf() {
    return new GraphOptions(source.lowerHalf(), seed, atOnce);
  }

  private static List<Integer> leaves(String text) {
    List<Integer> leaves =
        Arrays.stream(text.split("x", -1))
            .map(part -> ProgramOptions.wholeNumber("--stars", part, MOST))
            .toList();
    double vertices = leaves.stream().mapToDouble(many -> many + 1).reduce(1, (a, b) -> a * b);
    if (vertices > MOST) {
      throw new OptionException(
          String.format(Locale.ROOT, "--stars %s has more than %d vertices", text, MOST));
    }
    return leaves;
  }
}
