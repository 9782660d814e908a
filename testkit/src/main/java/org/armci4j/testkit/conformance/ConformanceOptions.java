package org.armci4j.testkit.conformance;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.testkit.conformance.program.ConformanceProgram;
import org.armci4j.testkit.conformance.program.ConformancePrograms;

/**
 * What the user asked for.
 *
 * @param programs which to run
 * @param named whether they were named one by one
 * @param seed of all random input; 0 asks for one that is drawn
 * @param scale how much of the full work
 * @param list whether to name the programs and do nothing else
 * @param help whether to print the usage and do nothing else
 */
record ConformanceOptions(
    List<ConformanceProgram> programs,
    boolean named,
    long seed,
    double scale,
    boolean list,
    boolean help) {
  static final double QUICK = 0.02;
  static final String USAGE =
      """
      Usage: conformance [--list] [--seed N] [--scale X | --quick] [name …]

      Programs that prove what the operations promise, each against an exact oracle,
      in blocking and nonblocking forms; without names, all of them.

        --list      name the programs
        --seed N    repeat the random input of a run that printed this seed
        --scale X   do X times the full work, such as 0.1 on a slow network; the
                    largest transfers shrink alike
        --quick     the same as --scale 0.02

      Exit code: 0, or 1 when a result differs, or 2 for a wrong argument.\
      """;

  /**
   * Reads the arguments.
   *
   * @throws IllegalArgumentException for a wrong one, with what to say to the user
   */
  static ConformanceOptions parse(String... arguments) {
    List<ConformanceProgram> programs = new ArrayList<>();
    long seed = 0;
    double scale = 1;
    boolean list = false;
    boolean help = false;
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--list" -> list = true;
        case "--help", "-h" -> help = true;
        case "--quick" -> scale = QUICK;
        case "--seed" -> seed = Long.parseLong(value(arguments, ++i));
        case "--scale" -> scale = scale(value(arguments, ++i));
        default -> programs.add(named(arguments[i]));
      }
    }
    boolean named = !programs.isEmpty();
    return new ConformanceOptions(
        named ? programs : ConformancePrograms.ALL, named, seed, scale, list, help);
  }

  private static String value(String[] arguments, int i) {
    if (i == arguments.length || !arguments[i].matches("-?[0-9.]+(e-?[0-9]+)?")) {
      throw new IllegalArgumentException(arguments[i - 1] + " needs a number");
    }
    return arguments[i];
  }

  private static double scale(String text) {
    double scale = Double.parseDouble(text);
    if (scale > 1) {
      throw new IllegalArgumentException("--scale needs a number from 0 to 1, not " + text);
    }
    return scale;
  }

  private static ConformanceProgram named(String name) {
    return ConformancePrograms.ALL.stream()
        .filter(program -> program.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no program '" + name + "'; --list names all"));
  }

  /** Whether the space of blocks must not be reserved. */
  boolean needsSparseBlocks() {
    return named ? programs.stream().anyMatch(ConformanceProgram::needsSparseBlocks) : scale == 1;
  }
}
