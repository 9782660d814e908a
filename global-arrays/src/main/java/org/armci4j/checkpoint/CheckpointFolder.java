package org.armci4j.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The folder of a job's checkpoints. A complete checkpoint is a folder {@code step-N}. It gets that
 * name last, by one rename, so that a job that dies before leaves a folder with another name.
 */
final class CheckpointFolder {
  private static final String PREFIX = "step-";
  private static final String LOCK = "lock";

  /** Begins the names of folders that are being written or deleted. */
  private static final String UNFINISHED = ".unfinished-";

  private final Path folder;

  /** Held by the first rank. The kernel ends the lock with the process. */
  private FileChannel lock;

  CheckpointFolder(Path folder) {
    this.folder = folder.toAbsolutePath();
  }

  Path path() {
    return folder;
  }

  /** Returns the folder of a complete checkpoint. */
  Path of(long step) {
    return folder.resolve(PREFIX + step);
  }

  /** Returns the folder of a checkpoint that is being written or deleted. */
  Path unfinished(long step, String nonce) {
    return folder.resolve(UNFINISHED + step + "-" + nonce);
  }

  /**
   * Takes the folder for this job, makes it if its parent is there, and deletes what earlier jobs
   * have left unfinished.
   */
  @SuppressWarnings("MustBeClosedChecker") // a lock that is held as long as the checkpoints are
  void take() throws IOException {
    try {
      Files.createDirectory(folder);
      force(folder.getParent());
    } catch (FileAlreadyExistsException _) {
      // A link to a folder is one as well.
    }
    Path file = folder.resolve(LOCK);
    lock = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!isOurs(lock)) {
      lock.close();
      lock = null;
      throw new IOException("another job uses it: its file \"lock\" is locked");
    }
    for (Path left : list(UNFINISHED)) {
      deleteAll(left);
    }
  }

  private static boolean isOurs(FileChannel file) throws IOException {
    try {
      FileLock held = file.tryLock();
      return held != null;
    } catch (OverlappingFileLockException otherJobOfThisJvm) {
      return false;
    }
  }

  /** Leaves the folder to other jobs; only for the rank that has taken it. */
  void leave() throws IOException {
    if (lock != null) {
      lock.close();
    }
  }

  /** Returns the steps of all complete checkpoints, from the newest to the oldest. */
  List<Long> steps() throws IOException {
    List<Long> steps = new ArrayList<>();
    for (Path path : list(PREFIX)) {
      String digits = path.getFileName().toString().substring(PREFIX.length());
      if (digits.matches("0|[1-9]\\d{0,17}")) {
        steps.add(Long.valueOf(digits));
      }
    }
    steps.sort(Comparator.reverseOrder());
    return steps;
  }

  private List<Path> list(String prefix) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder, prefix + "*")) {
      paths.forEach(found::add);
    }
    return found;
  }

  /**
   * Makes an unfinished checkpoint a complete one, whose files are durable. One of the same step,
   * which could not be restored, gives way.
   */
  void complete(Path unfinished, long step) throws IOException {
    force(unfinished);
    if (Files.exists(of(step))) {
      Files.move(of(step), replaced(unfinished), StandardCopyOption.ATOMIC_MOVE);
    }
    Files.move(unfinished, of(step), StandardCopyOption.ATOMIC_MOVE);
    force(folder);
  }

  /** Returns the folder of what gives way to a checkpoint, to be deleted. */
  static Path replaced(Path unfinished) {
    return unfinished.resolveSibling(unfinished.getFileName() + "-replaced");
  }

  /** Deletes a checkpoint, which is complete no more before its first file goes. */
  void delete(long step, String nonce) throws IOException {
    Path gone = unfinished(step, nonce);
    Files.move(of(step), gone, StandardCopyOption.ATOMIC_MOVE);
    deleteAll(gone);
  }

  /** Deletes a folder of files. */
  static void deleteAll(Path path) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(path);
    } catch (NoSuchFileException _) {
      // Nothing is left to delete.
    }
  }

  /** Makes the names in a folder durable. */
  private static void force(Path path) throws IOException {
    try (FileChannel names = FileChannel.open(path, StandardOpenOption.READ)) {
      names.force(true);
    }
  }
}
