package org.armci4j.bootstrap.launch.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.files.PrivateFiles;
import org.armci4j.bootstrap.launch.plan.RankProgram;
import org.armci4j.bootstrap.launch.ssh.AgentWire.Kind;

/**
 * Sends the launcher what the ranks of another host have left in {@link RankProgram#records}. A
 * host that shares the launcher's folder sends nothing. Where an agent makes the folder, it removes
 * the folder and its files again.
 */
final class OutgoingFiles {
  private static final int PART_BYTES = 1 << 18;

  /** Null where nothing is to be sent. */
  private final Path folder;

  private OutgoingFiles(Path folder) {
    this.folder = folder;
  }

  /**
   * Prepares the folder of a program, if the program names one. Where the folder cannot be made or
   * is not this user's alone, that is told, and the launcher gets no files.
   */
  static OutgoingFiles of(RankProgram program) {
    if (program.records().isEmpty()) {
      return new OutgoingFiles(null);
    }
    Path folder = Path.of(program.records());
    if (Files.exists(folder.resolve(RankProgram.AT_LAUNCHER))) {
      return new OutgoingFiles(null);
    }
    try {
      return new OutgoingFiles(PrivateFiles.folder(folder, "what ranks record", "java.io.tmpdir"));
    } catch (BootstrapException | IOException e) {
      tell(folder, e);
      return new OutgoingFiles(null);
    }
  }

  /**
   * Sends and deletes the files of a rank whose process has ended. What cannot be read is told and
   * left out.
   *
   * @throws IOException when the launcher has gone
   */
  void send(int rank, AgentWire.Writer out) throws IOException {
    for (Path file : files(rank)) {
      try (InputStream in = open(file)) {
        if (in != null) {
          out.send(Kind.FILE, rank, file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
          if (sendContent(rank, file, in, out)) {
            out.send(Kind.FILE_END, rank, new byte[0]);
          }
        }
      }
    }
    clear(rank);
  }

  private static InputStream open(Path file) {
    try {
      return Files.newInputStream(file);
    } catch (IOException e) {
      tell(file, e);
      return null;
    }
  }

  /** Returns whether all could be read; the launcher drops a file without an end. */
  private static boolean sendContent(int rank, Path file, InputStream in, AgentWire.Writer out)
      throws IOException {
    byte[] part = read(file, in);
    while (part != null && part.length > 0) {
      out.send(Kind.FILE_PART, rank, part);
      part = read(file, in);
    }
    return part != null;
  }

  private static byte[] read(Path file, InputStream in) {
    try {
      return in.readNBytes(PART_BYTES);
    } catch (IOException e) {
      tell(file, e);
      return null;
    }
  }

  private List<Path> files(int rank) {
    if (folder == null) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> IncomingFiles.isOf(rank, file.getFileName().toString()))
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      tell(folder, e);
      return List.of();
    }
  }

  private void clear(int rank) {
    for (Path file : files(rank)) {
      remove(file);
    }
  }

  /** Removes the ranks' files, and then the folder if it is empty. */
  void close(Set<Integer> ranks) {
    if (folder != null) {
      ranks.forEach(this::clear);
      remove(folder);
    }
  }

  private static void remove(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (DirectoryNotEmptyException shared) {
      // Another agent of the job, whose host shares the folder, has files in it.
    } catch (IOException e) {
      tell(path, e);
    }
  }

  private static void tell(Path path, Exception problem) {
    System.err.println(
        "armci: records of ranks on " + Host.name() + " are left out: " + path + ": " + problem);
  }
}
