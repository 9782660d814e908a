package org.armci4j.bootstrap.launch.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import org.armci4j.bootstrap.launch.plan.ClassPath;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.RankDebug;
import org.armci4j.bootstrap.launch.plan.RankProgram;
import org.armci4j.bootstrap.launch.rank.RankMain;
import org.armci4j.bootstrap.launch.rank.ThreadRanksMain;
import org.armci4j.bootstrap.settings.BootstrapSettings;

/** Builds the command line that starts a JVM for ranks. */
public final class RankCommand {
  /** Share of the host's memory for the heaps of all ranks together, in percent. */
  private static final double HEAPS_PERCENT = 60;

  /** Exchange time-out of all ranks while one of them is in a debugger. */
  private static final String DEBUG_PATIENCE = "1000h";

  /** Exit code of a JVM that ends itself because its memory is used up. */
  public static final int OUT_OF_MEMORY = 3;

  /** Command of util-linux. */
  private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

  /** Option that lets the runtime load the Vector API at the first sum that is worth it. */
  private static final String LOADS_MODULES =
      "--add-exports=java.base/jdk.internal.module=ALL-UNNAMED";

  private final RankProgram program;
  private final int ranks;
  private final RankCaches caches = new RankCaches();

  /**
   * Makes command lines.
   *
   * @param program what ranks run
   * @param ranks how many of them share this host
   */
  public RankCommand(RankProgram program, int ranks) {
    this.program = program;
    this.ranks = ranks;
  }

  /**
   * Returns the command that runs this rank in a JVM of its own.
   *
   * @param own options for this host
   */
  List<String> forProcess(int rank, List<String> own) {
    List<String> classPath = new ArrayList<>(caches.classPath(program.jvmArguments()));
    classPath.addAll(program.classPath());
    List<String> command = start(ranks, rank, own, classPath);
    command.add(RankMain.class.getName());
    command.add(Long.toString(ProcessHandle.current().pid()));
    return withProgram(command);
  }

  /**
   * Returns the command that runs all ranks as threads of one JVM. The JVM's class path holds the
   * runtime, which the ranks share. Jars that offer programs, and the user's own, go to class
   * loaders of which each rank has one.
   *
   * @param plan how the launcher shows the ranks' output and follows the job
   * @param own options for this host
   */
  List<String> forThreads(JobPlan plan, List<String> own) {
    List<String> programPath = new ArrayList<>(caches.programs());
    programPath.addAll(program.classPath());
    List<String> command = start(1, 0, own, caches.runtime());
    command.add(ThreadRanksMain.class.getName());
    command.add(Long.toString(ProcessHandle.current().pid()));
    command.add(Integer.toString(ranks));
    command.add(Boolean.toString(plan.label()));
    command.add(plan.grace().toString());
    command.add(program.input().word());
    command.add(plan.stall().after().toString());
    command.add(Boolean.toString(plan.stall().repeated()));
    command.add(ClassPath.join(programPath));
    return withProgram(command);
  }

  private List<String> withProgram(List<String> command) {
    command.add(program.mainClass());
    command.addAll(program.arguments());
    return command;
  }

  private List<String> start(int jvms, int rank, List<String> own, List<String> classPath) {
    List<String> command = new ArrayList<>();
    command.addAll(wokenByTheLaunchersEnd());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add(LOADS_MODULES);
    command.addAll(caches.options(program.jvmArguments()));
    command.add("-XX:-UsePerfData"); // or a killed rank would leave /tmp/hsperfdata_*/pid
    command.add("-XX:+UseTransparentHugePages");
    // Below 64 bytes the JDK copies by a loop of its own, which is slow after a mix of arrays.
    command.add("-Djava.lang.foreign.native.threshold.power.copy=0");
    // A JVM that went on without the failed thread would keep the other ranks waiting.
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-XX:+DisplayVMOutputToStderr"); // for the message that the memory is used up
    command.add("-XX:MaxRAMPercentage=" + HEAPS_PERCENT / jvms);
    if (program.jvmArguments().stream().noneMatch(RankCommand::choosesCollector)) {
      // Ranks share the cores: each gets one collecting thread, and none that runs beside the
      // program.
      command.add(jvms == ranks ? "-XX:+UseSerialGC" : "-XX:+UseParallelGC");
    }
    command.addAll(own);
    command.addAll(ownSettings());
    program.jvmArguments().forEach(argument -> command.add(RankProgram.forRank(argument, rank)));
    command.addAll(debugging(rank, jvms < ranks));
    command.add("-cp");
    command.add(ClassPath.join(classPath));
    return command;
  }

  /**
   * Returns the options for debugging. All ranks wait for the rank in the debugger; threads of one
   * JVM are all in the debugger together.
   */
  private List<String> debugging(int rank, boolean threads) {
    RankDebug debug = program.debug();
    if (debug == null) {
      return List.of();
    }
    List<String> options = new ArrayList<>();
    options.add("-D" + BootstrapSettings.HEARTBEAT_TIMEOUT.propertyName() + "=0s");
    options.add("-D" + BootstrapSettings.EXCHANGE_TIMEOUT.propertyName() + "=" + DEBUG_PATIENCE);
    if (threads || debug.rank() == rank) {
      options.add(debug.jvmArgument());
    }
    return options;
  }

  /**
   * Returns a prefix that makes the kernel send SIGCONT to the rank when its launcher dies, in
   * whatever way. A stopped rank then goes on, and finds that it must end. A symbolic link is not
   * used: it would lead to a setpriv without this option, such as BusyBox's.
   */
  private static List<String> wokenByTheLaunchersEnd() {
    boolean isThere = Files.isExecutable(SETPRIV) && !Files.isSymbolicLink(SETPRIV);
    return isThere ? List.of(SETPRIV.toString(), "--pdeathsig", "CONT", "--") : List.of();
  }

  private static boolean choosesCollector(String jvmArgument) {
    return jvmArgument.matches("-XX:[+-]Use\\w*GC");
  }

  /** Returns the launcher's settings among its system properties as options for the ranks' JVMs. */
  public static List<String> ownSettings() {
    List<String> options = new ArrayList<>();
    Properties properties = System.getProperties();
    for (String name : new TreeSet<>(properties.stringPropertyNames())) {
      if (name.startsWith("armci.")) {
        options.add("-D" + name + "=" + properties.getProperty(name));
      }
    }
    return options;
  }
}
