package org.armci4j.cli.profile;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.launch.Launcher;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.profile.recording.RankProfile;
import org.armci4j.profile.recording.RecordingSettings;

/** Launches jobs, and prints the profile of a job whose plan asks for one. */
public final class ProfiledJob {
  private static final String FOLDER = "-D" + RecordingSettings.FOLDER.propertyName() + "=";

  /** How long the launcher's end, as by Ctrl-C, waits for the profile once the ranks have ended. */
  private static final long PRINT_NANOS = 2_000_000_000;

  private ProfiledJob() {}

  /**
   * Returns the options of ranks whose profile is to be printed.
   *
   * @return options for the plan of one job
   */
  public static List<String> jvmArguments() {
    Path folder =
        Path.of(System.getProperty("java.io.tmpdir"), "armci-profile-" + UUID.randomUUID());
    return List.of("-D" + RecordingSettings.PROFILE.propertyName() + "=true", FOLDER + folder);
  }

  /**
   * Runs a job as {@link Launcher#launch} does, and prints its profile on standard error if its
   * plan has the options.
   *
   * @param plan what to run
   * @return the job's exit code
   */
  public static int launch(JobPlan plan) {
    for (String argument : plan.jvmArguments()) {
      if (argument.startsWith(FOLDER)) {
        return launch(plan, Path.of(argument.substring(FOLDER.length())));
      }
    }
    return Launcher.launch(plan);
  }

  private static int launch(JobPlan plan, Path folder) {
    try {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      System.err.println("armci: no profile can be written (--profile): " + e);
      return Launcher.launch(plan);
    }
    CountDownLatch printed = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> await(printed, plan)));
    try {
      return Launcher.launch(plan);
    } finally {
      try {
        print(plan.size(), folder, System.err);
      } catch (IOException e) {
        System.err.println("armci: the profile in " + folder + " cannot be read: " + e);
      }
      printed.countDown();
    }
  }

  /** Lets a launcher that is told to end print before its JVM is gone. */
  private static void await(CountDownLatch printed, JobPlan plan) {
    try {
      printed.await(plan.ending().toNanos() + PRINT_NANOS, TimeUnit.NANOSECONDS);
    } catch (InterruptedException enough) {
      Thread.currentThread().interrupt();
    }
  }

  /** Prints what all files of a folder tell, and removes the folder. */
  static void print(int ranks, Path folder, PrintStream out) throws IOException {
    List<Path> files = list(folder);
    // A rank may open its runtime several times; what it records then goes to a file of its own.
    Map<Integer, List<Path>> byRank = new TreeMap<>();
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (!name.endsWith(".draft")) {
        int rank = Integer.parseInt(name.substring(0, name.indexOf('-')));
        byRank.computeIfAbsent(rank, _ -> new ArrayList<>()).add(file);
      }
    }
    int openings = byRank.values().stream().mapToInt(List::size).max().orElse(0);
    for (int opening = 0; opening < Math.max(openings, 1); opening++) {
      List<RankProfile> profiles = new ArrayList<>();
      for (List<Path> ofRank : byRank.values()) {
        if (opening < ofRank.size()) {
          profiles.add(RankProfile.read(ofRank.get(opening)));
        }
      }
      String which = openings > 1 ? " opening " + (opening + 1) + " of " + openings + "," : "";
      out.print(new ProfileText(ranks, profiles).print(which));
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(folder);
  }

  /** Returns the files of a folder in the order in which they were begun. */
  private static List<Path> list(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.sorted(Comparator.comparing(Path::toString)).toList();
    }
  }
}
