package org.armci4j.benchmarks.applications;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.Command;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.driver.TimeLeft;
import org.armci4j.benchmarks.hosts.MpiNetwork;
import org.armci4j.benchmarks.network.BetweenHosts;
import org.armci4j.benchmarks.network.NetworkLine;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs the suite {@code applications}: examples that compute something and check it. Where a
 * program has two forms, its ranks put and get in the one, and send messages in the other. Beside
 * MG and SUMMA run programs in C that do the same on MPI and check it as well.
 *
 * <ul>
 *   <li>{@code mg-A}: NAS MG, by its class
 *   <li>{@code summa-1024}: the product of square matrices of that edge; {@code
 *       summa-1024x512x1024}: with half as many columns of B, so that the panels of B are narrower
 *   <li>{@code cg}: NAS CG, by this system alone
 * </ul>
 */
public final class ApplicationsBenchmark {
  private static final String SUITE = "applications";
  private static final int ROUNDS = 3;
  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** Begin of a remark in the output of a peer's program. */
  private static final String NOTE = "note ";

  private ApplicationsBenchmark() {}

  /**
   * Runs the suite on rank 0, which starts a fresh job for every measurement. The other ranks end
   * at once.
   *
   * @param args see {@code --help}
   * @throws IOException when a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    suite().run(args);
  }

  /** Returns the suite. */
  public static Suite suite() {
    SuiteCommandLine line =
        NetworkLine.addOptions(
                new SuiteCommandLine(SUITE, PeerLibrary.labels(PeerLibrary.COLLECTIVE)))
            .timed()
            .without("--sizes", "--fresh")
            .option("--rounds", "N", "Runs every program N times, " + ROUNDS + " if not said.")
            .option("--quick", null, "Fewer and smaller problems.")
            .option(
                BetweenHosts.OPTION,
                null,
                "Between two hosts instead of within one; of the peers Open MPI, over TCP.");
    return new Suite(line, ApplicationsBenchmark::plan);
  }

  private static SuiteRun plan(SuiteCommandLine line, Membership job) throws IOException {
    SuiteOptions options = line.options(List.of(job.size()));
    List<Application> programs =
        options.chosen(Application.all(options.quick()), Application::name, Application::name);
    int rounds = line.number("--rounds", ROUNDS);
    List<PeerLibrary> peers = PeerLibrary.of(options.peers());
    if (!BetweenHosts.isAskedFor(line)) {
      return new ApplicationsRun(
          rounds,
          options,
          programs,
          mainClass -> JobMain.subject(mainClass, false),
          suite -> InstalledPeers.find(suite, peers, 0),
          new LinkedHashSet<>());
    }
    List<PeerLibrary> ofNetworks = peers.stream().filter(PeerLibrary.OPENMPI::equals).toList();
    return BetweenHosts.of(
        line,
        network -> {
          MpiNetwork mpi = new MpiNetwork(network.hosts());
          return new ApplicationsRun(
              rounds,
              options,
              programs,
              network::subject,
              suite -> InstalledPeers.find(suite, ofNetworks, mpi, mpi.tcp()),
              new LinkedHashSet<>());
        });
  }

  /** A subject's program on some ranks. */
  private record ApplicationJob(Application program, Subject subject, int ranks) {
    /** Returns the figures in the output of a run; a program prints none of a wrong result. */
    List<Measurement> run(Set<String> remarks) {
      Command.Outcome outcome = Command.run(program.command(subject, ranks), LIMIT);
      boolean own = subject.name().equals(JobMain.OWN);
      try {
        if (outcome.exitCode() != 0) {
          throw new IllegalStateException(Text.format("ended with code %d", outcome.exitCode()));
        }
        outcome.lines().stream()
            .filter(line -> line.startsWith(NOTE))
            .forEach(line -> remarks.add(this + ": " + line.substring(NOTE.length())));
        return program.figures(subject.name(), outcome.lines(), ranks);
      } catch (IllegalStateException failure) {
        String problem = Text.format("%s: %s%n%s", this, failure.getMessage(), outcome.lastLines());
        if (own) {
          throw new IllegalStateException(problem, failure);
        }
        remarks.add(problem);
        return List.of();
      }
    }

    @Override
    public String toString() {
      return Text.format("%s of %s on %d ranks", program.name(), subject.name(), ranks);
    }
  }

  /**
   * Runs every program in turn, each by all subjects shortly after each other.
   *
   * @param own returns this system with a main class
   * @param peers finds the peers with a program in C
   */
  private record ApplicationsRun(
      int rounds,
      SuiteOptions options,
      List<Application> programs,
      Function<Class<?>, Subject> own,
      Function<String, InstalledPeers> peers,
      Set<String> remarks)
      implements SuiteRun {
    @Override
    public List<String> measure(Report report) {
      List<ApplicationJob> jobs =
          options.ranks().stream()
              .flatMap(ranks -> programs.stream().flatMap(program -> jobs(program, ranks)))
              .toList();
      TimeLeft left = new TimeLeft(rounds * jobs.size(), System.nanoTime(), options.within());
      for (int round = 1; round <= rounds; round++) {
        for (int i = 0; i < jobs.size(); i++) {
          if (!left.hasRoom(System.nanoTime())) {
            List<String> out =
                jobs.subList(i, jobs.size()).stream().map(ApplicationJob::toString).toList();
            remarks.add(TimeLeft.remark(round, rounds, out));
            return List.copyOf(remarks);
          }
          report.add(jobs.get(i).run(remarks));
          left.step(System.nanoTime());
        }
      }
      return List.copyOf(remarks);
    }

    private Stream<ApplicationJob> jobs(Application program, int ranks) {
      List<Subject> subjects = new ArrayList<>();
      subjects.add(own.apply(program.mainClass()));
      if (!program.peer().isEmpty()) {
        InstalledPeers installed = peers.apply(program.peer());
        remarks.addAll(installed.missing());
        subjects.addAll(installed.subjects());
      }
      return subjects.stream().map(subject -> new ApplicationJob(program, subject, ranks));
    }

    @Override
    public String table(Report report) {
      List<String> others = new ArrayList<>(List.of(JobMain.BY_MESSAGES));
      others.addAll(options.peers());
      return new ComparisonTable(report, JobMain.OWN, others).toString();
    }
  }
}
