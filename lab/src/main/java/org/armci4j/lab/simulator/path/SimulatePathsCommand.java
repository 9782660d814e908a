package org.armci4j.lab.simulator.path;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.report.JsonReport;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.path.PathPlan;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command {@code armci simulate paths}. */
public final class SimulatePathsCommand implements Callable<Integer> {
  private static final String RANKS = "--ranks";
  private static final String BYTES = "--bytes";
  private static final String ROUNDS = "--rounds";
  private static final String SEED = "--seed";
  private static final String JSON = "--json";
  private static final int MOST_RANKS = 512;

  /** Limit of packets: some two minutes of one core. */
  private static final long MOST_PACKETS = 40_000_000;

  private static final double PERCENT = 100;

  /** The original, HSAM, and the paper's other combinations of paths and batches. */
  private enum PathPolicy {
    ONE("one", 1, 1),
    ALL_OF_FOUR("HSAM", 4, 4),
    TWO_OF_4("(4,2)", 4, 2),
    TWO_OF_8("(8,2)", 8, 2),
    BEST("(12,3)", 12, 3),
    ALL_OF_12("all 12", 12, 12);

    private final String label;
    private final int paths;
    private final int batch;

    PathPolicy(String label, int paths, int batch) {
      this.label = label;
      this.paths = paths;
      this.batch = batch;
    }

    private double nanosPerRound(PathSetup setup) {
      PathPlan plan = PathPlan.of(paths, batch, setup.times().packetBytes());
      return new PathRun(setup, plan).nanosPerRound();
    }
  }

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private SimulatePathsCommand() {
    option(RANKS, "LIST", "Numbers of ranks, one on each host.", "48,64");
    option(BYTES, "N", "How long a message is.", "65536");
    option(ROUNDS, "N", "How often a pattern is gone through; the later half counts.", "10");
    option(SEED, "N", "Draws routes and places.", "1");
    spec.addOption(
        OptionSpec.builder(JSON)
            .paramLabel("FILE")
            .type(String.class)
            .description("Writes the times as JSON too, in the form of armci bench.")
            .build());
    spec.usageMessage()
        .description(
            "Plays transfers over several paths of a fat tree, packet by packet, with the weights"
                + " that the transports use: a switch of 144 ports, as in Vishnu et al., 2008.");
  }

  /**
   * Returns the description of the command for picocli.
   *
   * @return the description
   */
  public static CommandSpec spec() {
    return new SimulatePathsCommand().spec;
  }

  private void option(String name, String label, String description, String otherwise) {
    spec.addOption(
        OptionSpec.builder(name)
            .paramLabel(label)
            .type(String.class)
            .defaultValue(otherwise)
            .description(description + Text.format(" Otherwise %s.", otherwise))
            .build());
  }

  @Override
  public Integer call() {
    String file = value(spec.commandLine().getParseResult(), JSON);
    List<PathSetup> setups;
    try {
      setups = setups(spec.commandLine().getParseResult());
      if (file != null) {
        SuiteCommandLine.requireWritable(Path.of(file));
      }
    } catch (IllegalArgumentException mistake) {
      throw new ParameterException(spec.commandLine(), mistake.getMessage(), mistake);
    }
    PrintWriter out = spec.commandLine().getOut();
    PathSetup any = setups.getFirst();
    out.printf(
        Locale.ROOT,
        """
        Messages of %d bytes, %d rounds, seed %d. The time of a round once paths have been learnt,
        in multiples of what messages take on links of their own: one path; HSAM, which is four
        paths that all carry a part; then n paths of which the best b carry a part, as (n,b). Behind
        it the change from HSAM, and from one path, to (12,3), here and in the paper.

        """,
        any.messageBytes(),
        any.rounds(),
        any.seed());
    List<String> labels = Arrays.stream(PathPolicy.values()).map(one -> one.label).toList();
    line(out, "pattern", "ranks", "places", labels, "HSAM", "paper", "one", "paper");
    Report report = new Report("paths");
    setups.forEach(setup -> report.add(play(setup, out)));
    write(report, file);
    return 0;
  }

  private static void write(Report report, String file) {
    if (file != null) {
      try {
        JsonReport.write(report, Path.of(file));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write " + file, e);
      }
    }
  }

  /** Plays a setup by each policy, prints the line of the table, and returns its times. */
  private static List<Measurement> play(PathSetup setup, PrintWriter out) {
    double alone =
        (double) setup.pattern().steps(setup.ranks())
            * setup.times().aloneNanos(setup.messageBytes());
    Map<PathPolicy, Double> times = new TreeMap<>(); // in the order of the policies
    times.putAll(
        Arrays.stream(PathPolicy.values())
            .parallel()
            .collect(Collectors.toMap(one -> one, one -> one.nanosPerRound(setup) / alone)));
    double best = times.get(PathPolicy.BEST);
    Paper paper = Paper.of(setup);
    line(
        out,
        setup.pattern().label(),
        Integer.toString(setup.ranks()),
        places(setup),
        times.values().stream().map(time -> Text.format("%.2f", time)).toList(),
        change(times.get(PathPolicy.ALL_OF_FOUR), best),
        paper.toAllOfFour(),
        change(times.get(PathPolicy.ONE), best),
        paper.toOriginal());
    return times.entrySet().stream()
        .map(one -> measurement(setup, one.getKey().label, one.getValue()))
        .toList();
  }

  private static Measurement measurement(PathSetup setup, String policy, double time) {
    String operation = ResultLines.word(setup.pattern().label() + " " + places(setup));
    return new Measurement(
        policy, operation, setup.messageBytes(), setup.ranks(), "1", time, time, time);
  }

  private static String places(PathSetup setup) {
    return setup.isScattered() ? "by lot" : "in order";
  }

  private static String change(double from, double to) {
    return Text.format("%.0f%%", PERCENT * (to / from - 1));
  }

  private static void line(
      PrintWriter out,
      String pattern,
      String ranks,
      String places,
      List<String> times,
      String... changes) {
    StringBuilder text = new StringBuilder(Text.format("%-14s %5s  %-8s", pattern, ranks, places));
    times.forEach(time -> text.append(Text.format("%7s", time)));
    Arrays.stream(changes).forEach(change -> text.append(Text.format("%6s", change)));
    out.println(text.toString().stripTrailing());
    out.flush();
  }

  private static List<PathSetup> setups(ParseResult parsed) {
    List<PathSetup> setups = new ArrayList<>();
    long bytes = number(parsed, BYTES, 1 << 24);
    int rounds = (int) number(parsed, ROUNDS, 1 << 16);
    long seed = number(parsed, SEED, Long.MAX_VALUE);
    if (rounds < 4) {
      throw new IllegalArgumentException(ROUNDS + ": the later half counts, so give at least 4");
    }
    for (ExchangePattern pattern : ExchangePattern.values()) {
      for (String word : value(parsed, RANKS).split(",", -1)) {
        int ranks = (int) number(RANKS, word.strip(), MOST_RANKS);
        if (ranks < 2) {
          throw new IllegalArgumentException(RANKS + ": a rank alone sends nothing");
        }
        for (boolean isScattered : new boolean[] {false, true}) {
          setups.add(
              new PathSetup(
                  pattern, ranks, isScattered, bytes, rounds, PacketTimes.ofPaper(), seed));
        }
      }
    }
    setups.forEach(SimulatePathsCommand::requireBounded);
    return setups;
  }

  private static void requireBounded(PathSetup setup) {
    double packets =
        (double) setup.ranks()
            * setup.pattern().steps(setup.ranks())
            * setup.rounds()
            * Math.ceilDiv(setup.messageBytes(), setup.times().packetBytes());
    if (packets > MOST_PACKETS) {
      throw new IllegalArgumentException(
          Text.format(
              "%,.0f packets for %d ranks are more than the %,d that are played; give less %s, %s"
                  + " or %s",
              packets, setup.ranks(), MOST_PACKETS, RANKS, BYTES, ROUNDS));
    }
  }

  private static String value(ParseResult parsed, String option) {
    return parsed.commandSpec().findOption(option).getValue();
  }

  private static long number(ParseResult parsed, String option, long most) {
    return number(option, value(parsed, option), most);
  }

  private static long number(String option, String word, long most) {
    try {
      long number = Long.parseLong(word);
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number out of range.
    }
    throw new IllegalArgumentException(
        Text.format("%s: '%s' is to be a number from 1 to %d", option, word, most));
  }
}
