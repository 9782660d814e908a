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
import org.armci4j.bootstrap.launch.plan.RankProgram;

/** The files of ranks' output, one for both streams of a rank. For one thread. */
public final class RankFiles implements AutoCloseable {
  private final JobPlan plan;
  private final OutputSink errors;
  private final Map<Path, OutputSink> sinks = new HashMap<>();
  private final List<FileOutputStream> streams = new ArrayList<>();

  /**
   * Makes the files of a job; creates none yet.
   *
   * @param plan names the files, if any
   * @param errors gets the message that a file cannot be written
   */
  public RankFiles(JobPlan plan, OutputSink errors) {
    this.plan = plan;
    this.errors = errors;
  }

  /** Returns whether ranks print to files. */
  public boolean areWanted() {
    return !plan.output().isEmpty();
  }

  /**
   * Returns the file of a rank. The first call creates or empties the file, with the folders that
   * are missing.
   *
   * @throws LaunchException when the file cannot be made
   */
  public OutputSink of(int rank) {
    return sinks.computeIfAbsent(Path.of(RankProgram.forRank(plan.output(), rank)), this::open);
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
