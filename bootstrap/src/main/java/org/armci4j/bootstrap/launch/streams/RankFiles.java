package org.armci4j.bootstrap.launch.streams;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.LaunchException;

/** The files that get what ranks print, both streams of a rank in one file. For one thread. */
public final class RankFiles implements AutoCloseable {
  private final JobPlan plan;
  private final OutputSink errors;
  private final Map<Path, OutputSink> sinks = new HashMap<>();
  private final List<FileOutputStream> streams = new ArrayList<>();

  /**
   * The files of a job; none is made yet.
   *
   * @param plan which files, if any
   * @param errors where the launcher says that one cannot be written
   */
  public RankFiles(JobPlan plan, OutputSink errors) {
    this.plan = plan;
    this.errors = errors;
  }

  /** Whether ranks print to files. */
  public boolean areWanted() {
    return !plan.output().isEmpty();
  }

  /**
   * The file of a rank, made anew when it is first asked for, with the folders that it lacks.
   *
   * @throws LaunchException when it cannot be made
   */
  public OutputSink of(int rank) {
    return sinks.computeIfAbsent(Path.of(JobPlan.forRank(plan.output(), rank)), this::open);
  }

  private OutputSink open(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      FileOutputStream stream = new FileOutputStream(file.toFile());
      streams.add(stream);
      return new OutputSink(
          stream,
          () -> errors.message("cannot write to " + file + " (--output): what follows is lost"),
          true);
    } catch (IOException e) {
      throw new LaunchException("--output: cannot make the file " + file + ": " + e, e);
    }
  }

  /** Closes the files. */
  @Override
  public void close() {
    for (FileOutputStream stream : streams) {
      try {
        stream.close();
      } catch (IOException lost) {
        errors.message("cannot close a file of --output: " + lost.getMessage());
      }
    }
  }
}
