package org.armci4j.bootstrap.launch.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Pattern;
import org.armci4j.bootstrap.launch.plan.RankProgram;

/**
 * Writes into the launcher's folder what a rank of another host has left in {@link
 * RankProgram#records}. A file gets its name when all of it has come. What cannot be written is
 * told and left out, as the job's ranks need none of it.
 */
final class IncomingFiles {
  /** A rank's number, and what a file system takes everywhere. */
  private static final Pattern NAME = Pattern.compile("(\\d+)-[\\w.-]{1,100}");

  private static final String DRAFT_END = ".coming";

  private final Path folder;
  private final int rank;

  /** Null between files, and where a file is left out. */
  private OutputStream draft;

  private String name;

  /** Expects files of a rank. */
  IncomingFiles(RankProgram program, int rank) {
    this.folder = program.records().isEmpty() ? null : Path.of(program.records());
    this.rank = rank;
  }

  /** Returns whether a file of this name belongs to a rank. */
  static boolean isOf(int rank, String name) {
    var matcher = NAME.matcher(name);
    return matcher.matches() && matcher.group(1).equals(Integer.toString(rank));
  }

  /**
   * Begins a file.
   *
   * @throws IOException when the name is none that an agent sends
   */
  void begin(String its) throws IOException {
    close();
    if (folder == null || !isOf(rank, its)) {
      throw new IOException("a file of rank " + rank + " is called '" + its + "'");
    }
    name = its;
    try {
      draft = Files.newOutputStream(draftPath());
    } catch (IOException e) {
      leaveOut(e);
    }
  }

  void add(byte[] bytes) {
    if (draft != null) {
      try {
        draft.write(bytes);
      } catch (IOException e) {
        leaveOut(e);
      }
    }
  }

  void end() {
    if (draft != null) {
      try {
        draft.close();
        draft = null;
        Files.move(draftPath(), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        leaveOut(e);
      }
    }
  }

  /** Drops a file whose end has not come. */
  void close() {
    if (draft != null) {
      leaveOut(new IOException("its end has not come"));
    }
  }

  private void leaveOut(IOException why) {
    System.err.println("armci: " + folder.resolve(name) + " is left out: " + why);
    try (OutputStream _ = draft) {
      draft = null;
    } catch (IOException alreadyTold) {
      // Of the file that is left out.
    }
    try {
      Files.deleteIfExists(draftPath());
    } catch (IOException alreadyTold) {
      // Of the file that is left out.
    }
  }

  private Path draftPath() {
    return folder.resolve(name + DRAFT_END);
  }
}
