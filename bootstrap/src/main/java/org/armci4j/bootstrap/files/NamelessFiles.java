package org.armci4j.bootstrap.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

/**
 * Makes files that lose their names as soon as they are open. No other process can then find such a
 * file, and the kernel frees it with the last process that has it open.
 *
 * <p>The file has a name between the two system calls that create and unlink it. A process that is
 * killed there leaves the file behind. So a process that outlives it {@linkplain #sweep sweeps}:
 * the launcher after its ranks, and the next job. A file in use needs its name no more, so sweeping
 * harms no file.
 */
public final class NamelessFiles {
  private static final String PREFIX = "armci-";
  private static final int NAME_BYTES = 16;
  private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{" + 2 * NAME_BYTES + "}");

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /**
   * Held while a file of this process has a name. One lock for all ranks of the process, as they
   * end together.
   */
  private static final ReentrantLock NAMED = new ReentrantLock();

  private NamelessFiles() {}

  /**
   * Returns a path whose name cannot be guessed.
   *
   * @param directory where the file will be
   * @param random unpredictable
   * @return the path
   */
  public static Path unusedName(Path directory, SecureRandom random) {
    byte[] bytes = new byte[NAME_BYTES];
    random.nextBytes(bytes);
    return directory.resolve(PREFIX + HexFormat.of().formatHex(bytes));
  }

  /**
   * Returns whether {@code name} has the form of {@link #unusedName}.
   *
   * @param name name of a file, without its directory
   */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /**
   * Creates a file of mode 0600 and unlinks its name ({@link StandardOpenOption#DELETE_ON_CLOSE}
   * unlinks at once on Linux).
   *
   * @param path the file's name for a moment
   * @return the open file, empty
   * @throws IOException when the file cannot be created, or when a file or a link exists at the
   *     path
   */
  public static FileChannel create(Path path) throws IOException {
    NAMED.lock();
    try {
      return FileChannel.open(
          path,
          EnumSet.of(
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE),
          OWNER_ONLY);
    } finally {
      NAMED.unlock();
    }
  }

  /**
   * Waits until no file of this process has a name, and then lets no further file get one, forever.
   * For a thread that is about to end this process.
   *
   * @param timeoutNanos longest wait, as the file system may hang
   */
  public static void forbid(long timeoutNanos) {
    try {
      if (!NAMED.tryLock(timeoutNanos, TimeUnit.NANOSECONDS)) {
        return; // ending the process is worth a file that may be left
      }
    } catch (InterruptedException endAtOnce) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Deletes the files that killed processes have left.
   *
   * @param directory where they may be; a missing or unreadable directory holds none
   */
  public static void sweep(Path directory) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*")) {
      for (Path file : files) {
        if (isName(file.getFileName().toString())) {
          delete(file);
        }
      }
    } catch (IOException unreadable) {
      // A process that creates files there will report the problem.
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException gone) {
      // The file has gone, or is another user's.
    }
  }
}
