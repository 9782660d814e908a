package org.armci4j.cli.profile;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.armci4j.bootstrap.files.PrivateFiles;
import org.armci4j.bootstrap.launch.Launcher;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.launch.plan.RankProgram;
import org.armci4j.profile.recording.RankProfile;
import org.armci4j.profile.recording.RankTrace;
import org.armci4j.profile.recording.RecordFile;
import org.armci4j.profile.recording.RecordingSettings;

/** Launches a job that is recorded, and tells where its time went when it has ended. */
public final class ProfiledJob {
  private static final String FOLDER = "-D" + RecordingSettings.FOLDER.propertyName() + "=";

  private static final String PAGE = "armci-profile";

  /** How long the launcher's end, as by Ctrl-C, waits for the profile once the ranks have ended. */
  private static final long PRINT_NANOS = 2_000_000_000;

  private final JobPlan plan;
  private final Path folder;
  private final boolean prints;
  private final boolean writesPage;
  private final OutputStream trace;

  private ProfiledJob(
      JobPlan plan, Path folder, boolean prints, boolean writesPage, OutputStream trace) {
    this.plan = plan;
    this.folder = folder;
    this.prints = prints;
    this.writesPage = writesPage;
    this.trace = trace;
  }

  /**
   * Returns the options of ranks that are to be recorded.
   *
   * @param traces whether a trace is wanted
   * @return options for the plan of one job
   */
  public static List<String> jvmArguments(boolean traces) {
    String folder = "armci-profile-" + UUID.randomUUID();
    return List.of(
        "-D" + RecordingSettings.PROFILE.propertyName() + "=true",
        FOLDER + Path.of(System.getProperty("java.io.tmpdir"), folder),
        "-D"
            + RecordingSettings.TRACE_SPANS.propertyName()
            + "="
            + (traces ? RecordingSettings.SPANS : 0));
  }

  /** Returns the folder that options of {@link #jvmArguments} name; empty where they do not. */
  public static String folder(List<String> jvmArguments) {
    return jvmArguments.stream()
        .filter(argument -> argument.startsWith(FOLDER))
        .map(argument -> argument.substring(FOLDER.length()))
        .findFirst()
        .orElse("");
  }

  /**
   * Runs a job as {@link Launcher#launch} does, and tells where its time went.
   *
   * @param plan what to run, with {@link #jvmArguments}
   * @param prints whether to print the profile on standard error
   * @param writesPage whether to write it as a page into the working folder
   * @param traceFile the file for the trace; null for none
   * @return the job's exit code
   * @throws LaunchException when the files of the profile or the trace cannot be made
   */
  public static int launch(JobPlan plan, boolean prints, boolean writesPage, String traceFile) {
    Path folder = Path.of(plan.program().records());
    try (OutputStream trace =
        traceFile == null
            ? OutputStream.nullOutputStream()
            : Files.newOutputStream(Path.of(traceFile))) {
      Files.createDirectory(folder, PrivateFiles.OWNERS_ALONE);
      Files.createFile(folder.resolve(RankProgram.AT_LAUNCHER));
      return new ProfiledJob(plan, folder, prints, writesPage, traceFile == null ? null : trace)
          .launch();
    } catch (IOException e) {
      throw new LaunchException("the profile or the trace cannot be written: " + e, e);
    }
  }

  private int launch() {
    CountDownLatch told = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> await(told)));
    try {
      return Launcher.launch(plan);
    } finally {
      try {
        tell();
      } catch (IOException | UncheckedIOException e) {
        System.err.println("armci: what " + folder + " holds cannot be told: " + e);
      } finally {
        told.countDown();
      }
    }
  }

  /** Lets a launcher that is told to end tell before its JVM is gone. */
  private void await(CountDownLatch told) {
    try {
      told.await(plan.ending().toNanos() + PRINT_NANOS, TimeUnit.NANOSECONDS);
    } catch (InterruptedException enough) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Tells what the ranks' files hold, and removes them. The trace is written even if a profile
   * cannot be told; then the files stay.
   */
  private void tell() throws IOException {
    List<Path> files = files(folder);
    try {
      if (prints || writesPage) {
        tellProfiles(ending(files, RankProfile.FILE_END));
      }
    } finally {
      if (trace != null) {
        new TraceFile(ending(files, RankTrace.FILE_END)).write(trace, System.err);
      }
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(folder);
  }

  /**
   * Tells a profile for each time that the program has opened its runtime: each time a rank writes
   * another file.
   */
  private void tellProfiles(List<Path> files) throws IOException {
    Map<Integer, List<Path>> byRank = new TreeMap<>();
    for (Path file : files) {
      String name = file.getFileName().toString();
      int rank = Integer.parseInt(name.substring(0, name.indexOf('-')));
      byRank.computeIfAbsent(rank, _ -> new ArrayList<>()).add(file);
    }
    int openings = byRank.values().stream().mapToInt(Collection::size).max().orElse(0);
    for (int opening = 0; opening < Math.max(openings, 1); opening++) {
      List<RankProfile> profiles = new ArrayList<>();
      for (List<Path> ofRank : byRank.values()) {
        if (opening < ofRank.size()) {
          profiles.add(RecordFile.read(ofRank.get(opening), RankProfile.class));
        }
      }
      String which = openings > 1 ? ", opening " + (opening + 1) + " of " + openings : "";
      ProfileFacts facts = new ProfileFacts(plan.size(), profiles);
      if (prints) {
        System.err.print(new ProfileText(facts).print(which));
      }
      if (writesPage) {
        Path page = Path.of(opening == 0 ? PAGE + ".html" : PAGE + "-" + (opening + 1) + ".html");
        Files.writeString(page, ProfilePage.of(facts, plan.program().mainClass(), which));
        System.err.println("armci: the profile is " + page.toAbsolutePath());
      }
    }
  }

  private static List<Path> ending(List<Path> files, String end) {
    return files.stream().filter(file -> file.toString().endsWith(end)).toList();
  }

  /** Returns the files of a folder; those of one rank in the order in which they were begun. */
  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
