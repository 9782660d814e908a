package org.armci4j.benchmarks.driver;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.armci4j.benchmarks.hosts.HostNamespaces;
import org.armci4j.benchmarks.hosts.HostPair;
import org.armci4j.benchmarks.report.Variant;
import org.armci4j.bootstrap.launch.Launcher;
import org.armci4j.bootstrap.launch.plan.HostSlots;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.RankProgram;

/**
 * Runs one job of this system in a process of its own. The launcher takes over the process's
 * streams, and a fresh process carries nothing over from earlier jobs.
 */
public final class JobMain {
  /** The name of this system as a subject. */
  public static final String OWN = "armci4j";

  /** The name of this system as a subject whose ranks send messages to each other. */
  public static final String BY_MESSAGES = OWN + "-messages";

  private static final int FIXED_ARGUMENTS = 5;

  private JobMain() {}

  /**
   * Runs the job.
   *
   * @param args number of ranks; {@code true} if ranks are threads; hosts in the form of {@code
   *     --hosts}, or an empty word; main class; number of JVM options of the ranks; those options;
   *     arguments of the main class
   */
  public static void main(String[] args) {
    int jvmArguments = Integer.parseInt(args[4]);
    List<String> rest = Arrays.asList(args).subList(FIXED_ARGUMENTS, args.length);
    RankProgram program =
        RankProgram.of(
            args[3], rest.subList(jvmArguments, rest.size()), rest.subList(0, jvmArguments));
    JobPlan plan =
        JobPlan.of(
            Integer.parseInt(args[0]),
            Boolean.parseBoolean(args[1]),
            program,
            args[2].isEmpty() ? List.of() : HostSlots.parse(args[2]),
            JobPlan.DEFAULT_GRACE);
    System.exit(Launcher.launch(plan));
  }

  /**
   * Returns this system as a subject. Its ranks get this JVM's own options, so that the options of
   * {@code armci bench} about JVMs and settings hold for the ranks too.
   *
   * @param mainClass the main class of each rank
   * @param threads whether ranks are threads of one JVM
   * @return the subject {@code armci4j}
   */
  public static Subject subject(Class<?> mainClass, boolean threads) {
    return subject(mainClass, threads, List.of());
  }

  /**
   * Returns this system in a fresh JVM and, behind it, this system in some variants.
   *
   * @param mainClass the main class of each rank
   * @param threads whether ranks are threads of one JVM
   * @param variants the variants to add
   */
  public static List<Subject> subjects(
      Class<?> mainClass, boolean threads, List<Variant> variants) {
    Subject fresh = subject(mainClass, threads);
    return Stream.concat(Stream.of(fresh), variants.stream().map(fresh::as)).toList();
  }

  /**
   * Returns the same as {@link #subject(Class, boolean)}, with more options for the ranks' JVMs.
   *
   * @param mainClass the main class of each rank
   * @param threads whether ranks are threads of one JVM
   * @param more the additional options, which come last
   * @return the subject {@code armci4j}
   */
  public static Subject subject(Class<?> mainClass, boolean threads, List<String> more) {
    return new Subject(OWN, ranks -> command(ranks, "", mainClass, threads, more));
  }

  /**
   * Returns the same as {@link #subject(Class, boolean, List)}, on two hosts.
   *
   * @param mainClass the main class of each rank
   * @param hosts the two hosts
   * @param more additional options for the ranks' JVMs
   * @return the subject {@code armci4j}
   */
  public static Subject subject(Class<?> mainClass, HostPair hosts, List<String> more) {
    List<String> options = Stream.concat(hosts.jvmOptions().stream(), more.stream()).toList();
    return new Subject(
        OWN, ranks -> command(ranks, hosts.environment(), hosts.slots(ranks), mainClass, options));
  }

  /**
   * Returns the same as {@link #subject(Class, boolean, List)}, with a host for each rank.
   *
   * @param mainClass the main class of each rank
   * @param hosts as many as there are ranks
   * @param more additional options for the ranks' JVMs
   * @return the subject {@code armci4j}
   */
  public static Subject subject(Class<?> mainClass, HostNamespaces hosts, List<String> more) {
    return new Subject(
        OWN, ranks -> command(ranks, hosts.environment(), hosts.list(1), mainClass, more));
  }

  private static List<String> command(
      int ranks,
      Map<String, String> environment,
      String hosts,
      Class<?> mainClass,
      List<String> more) {
    List<String> command = new ArrayList<>(List.of("env"));
    environment.forEach((name, value) -> command.add(name + "=" + value));
    command.addAll(command(ranks, hosts, mainClass, false, more));
    return command;
  }

  private static List<String> command(
      int ranks, String hosts, Class<?> mainClass, boolean threads, List<String> more) {
    List<String> options =
        new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    options.addAll(more);
    List<String> command = program(JobMain.class);
    command.addAll(List.of(Integer.toString(ranks), Boolean.toString(threads), hosts));
    command.addAll(List.of(mainClass.getName(), Integer.toString(options.size())));
    command.addAll(options);
    return command;
  }

  /**
   * Returns the command that runs a main class of these classes in a process of its own. Such a
   * process lives briefly or waits, so only its start-up time matters.
   *
   * @param mainClass the main class
   * @return a list to which arguments can be added
   */
  public static List<String> program(Class<?> mainClass) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", classPath(), mainClass.getName()));
    return command;
  }

  /** Returns the class path with these classes; the JVM's own lacks them when ranks are threads. */
  private static String classPath() {
    try {
      String own =
          Path.of(JobMain.class.getProtectionDomain().getCodeSource().getLocation().toURI())
              .toString();
      String path = System.getProperty("java.class.path");
      boolean there = List.of(path.split(File.pathSeparator, -1)).contains(own);
      return there ? path : path + File.pathSeparator + own;
    } catch (URISyntaxException e) {
      throw new IllegalStateException("cannot tell where the benchmarks' classes are", e);
    }
  }
}
