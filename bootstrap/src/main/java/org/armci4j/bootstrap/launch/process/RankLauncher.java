package org.armci4j.bootstrap.launch.process;

import java.io.File;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Supplier;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.RankEnvironment;
import org.armci4j.bootstrap.files.LibraryFolder;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.RankProgram;
import org.armci4j.bootstrap.launch.plan.StandardInput;
import org.armci4j.bootstrap.launch.rank.RankMain;
import org.armci4j.bootstrap.launch.sweep.SweepScope;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.Settings;

/** Starts ranks' processes on this host. */
public final class RankLauncher {
  /** Property that names the folder for temporary files. */
  private static final String TEMPORARY = "java.io.tmpdir";

  private final RankProgram program;
  private final JobProcesses processes;
  private final String directory;
  private final String part;

  /** The {@link LibraryFolder} of the ranks. */
  private final Path libraries;

  /** Options that name the folder, once it is made; none where it does not serve. */
  private List<String> options;

  /**
   * Makes the launcher's own starter of ranks, which run in its working directory and end with it.
   *
   * @param program what the ranks run
   * @param processes gets each process
   */
  public RankLauncher(RankProgram program, JobProcesses processes) {
    this(program, processes, null, null);
  }

  private RankLauncher(RankProgram program, JobProcesses processes, String directory, String part) {
    this.program = program;
    this.processes = processes;
    this.directory = directory;
    this.part = part;
    String temporary = given(TEMPORARY).orElse(System.getProperty(TEMPORARY));
    Path own = Path.of(directory == null ? "" : directory).toAbsolutePath();
    this.libraries = LibraryFolder.unusedName(own.resolve(temporary));
  }

  /**
   * Makes an agent's starter of ranks.
   *
   * @param directory the ranks' working directory
   * @param part a name for the ranks that end with the agent, and no other ones
   */
  public static RankLauncher ofAgent(
      RankProgram program, JobProcesses processes, String directory, String part) {
    return new RankLauncher(program, processes, directory, part);
  }

  /**
   * Starts a guardian, before there is anything that a killed launcher could leave behind.
   *
   * @param jobId the job of all started processes
   * @param meeting the socket at which its ranks will meet; or null
   */
  public void guard(String jobId, Path meeting) {
    processes.sweep(SweepScope.job(jobId), meeting, libraries);
    processes.sweepAfterwards(sharedMemory(environment(new ProcessBuilder(), 0)));
    processes.guard();
  }

  /**
   * Starts a rank and tells it its membership. The rank's input stays open if the plan gives it
   * some. A process that takes another one's place finds the end of its input at once: the rest of
   * what the other one has read in part would make no sense.
   */
  public LocalRank start(
      RankCommand command, Membership membership, OutputStream output, OutputStream errors) {
    boolean meetsAtSocket = membership.rendezvous() instanceof UnixDomainSocketAddress;
    processes.sweep(
        part == null ? SweepScope.job(membership.jobId()) : SweepScope.part(part),
        meetsAtSocket ? Path.of(membership.rendezvous().toString()) : null,
        libraries);
    LocalRank rank = start(membership, command, output, errors);
    JobSecret secret = membership.secret();
    rank.tell(secret == null ? RankMain.NO_SECRET : secret.toHex());
    if (membership.restarted() || !program.input().reaches(membership.rank())) {
      rank.closeInput();
    }
    return rank;
  }

  /**
   * Starts the JVM of all ranks.
   *
   * @param plan how the launcher shows the ranks' output and follows the job
   */
  public LocalRank startThreads(
      RankCommand command, JobPlan plan, OutputStream output, OutputStream errors) {
    String jobId = Membership.newJobId();
    processes.sweep(SweepScope.job(jobId), null, libraries);
    ProcessBuilder builder = builder(0, Map.of(RankEnvironment.JOB, jobId));
    builder.command(command.forThreads(plan, options()));
    LocalRank all = processes.start(() -> new LocalRank(0, builder, output, errors));
    if (program.input() == StandardInput.NONE) {
      all.closeInput();
    }
    return all;
  }

  private LocalRank start(
      Membership membership, RankCommand command, OutputStream output, OutputStream errors) {
    int rank = membership.rank();
    ProcessBuilder builder = builder(rank, RankEnvironment.write(membership));
    builder.command(command.forProcess(rank, options()));
    Supplier<LocalRank> starter = () -> new LocalRank(rank, builder, output, errors);
    return membership.restarted() ? processes.startAgain(starter) : processes.start(starter);
  }

  /** Returns a builder without a command. Starts the guardian, which may delete what ranks make. */
  private ProcessBuilder builder(int rank, Map<String, String> membership) {
    ProcessBuilder builder = new ProcessBuilder();
    Map<String, String> environment = environment(builder, rank);
    if (directory != null) {
      builder.directory(new File(directory));
    }
    environment.putAll(membership);
    if (part != null) {
      environment.put(RankEnvironment.PART, part);
    }
    processes.sweepAfterwards(sharedMemory(environment));
    processes.guard();
    return builder;
  }

  /**
   * Returns the options for the JVMs of this host's ranks, and makes the folder that they name.
   * Where it does not serve, jffi tries other folders by itself, which it would not do with the
   * option.
   */
  private synchronized List<String> options() {
    if (options == null) {
      boolean isNamed =
          given(LibraryFolder.PROPERTY).isPresent()
              || System.getProperty(LibraryFolder.PROPERTY) != null; // JDK_JAVA_OPTIONS
      boolean made = !isNamed && processes.makeLibraries();
      options = made ? List.of("-D" + LibraryFolder.PROPERTY + "=" + libraries) : List.of();
    }
    return options;
  }

  /** Returns the environment of a rank's process, without the variables of its membership. */
  private Map<String, String> environment(ProcessBuilder builder, int rank) {
    Map<String, String> environment = builder.environment();
    // The launcher itself may be the child of a rank.
    environment.keySet().removeIf(RankEnvironment::isMembership);
    if (directory != null) {
      HostEnvironment.enter(environment, directory);
    }
    program
        .environment()
        .forEach((name, value) -> environment.put(name, RankProgram.forRank(value, rank)));
    return environment;
  }

  /** Returns the value of a property among the options that a program or a user gives. */
  private Optional<String> given(String property) {
    String option = "-D" + property + "=";
    return program.jvmArguments().stream()
        .filter(argument -> argument.startsWith(option))
        .map(argument -> argument.substring(option.length()))
        .reduce((first, last) -> last);
  }

  /** Returns the folder of the ranks' shared memory, by their variables and properties. */
  private Path sharedMemory(Map<String, String> environment) {
    Setting<String> directory = BootstrapSettings.SHM_DIRECTORY;
    Properties properties = new Properties();
    given(directory.propertyName())
        .ifPresent(value -> properties.setProperty(directory.propertyName(), value));
    return Path.of(
        Settings.of(List.of(directory))
            .environment(environment)
            .properties(properties)
            .ignoreUnknown()
            .resolve()
            .get(directory));
  }
}
