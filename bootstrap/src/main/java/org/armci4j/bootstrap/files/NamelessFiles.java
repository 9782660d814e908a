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
 * Files that lose their names as soon as they are open, so that nobody can find them and the kernel
 * frees them with the last process that has them open.
 *
 * <p>Between the two system calls that make a file and take its name away it can be seen. A process
 * that is killed there leaves it. So a process that outlives the process {@linkplain #sweep
 * sweeps}: the launcher after its ranks, and the next job. Nobody needs the name of such a file, so
 * sweeping harms no file, not even one in use.
 */
public final class NamelessFiles {
  private static final String PREFIX = "armci-";
  private static final int NAME_BYTES = 16;
  private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{" + 2 * NAME_BYTES + "}");

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /**
   * Held while a file of this process has a name. Of the process and not of a rank, as a process
   * ends with all its ranks.
   */
  private static final ReentrantLock NAMED = new ReentrantLock();

  private NamelessFiles() {}

  /**
   * A name that nobody can guess.
   *
   * @param directory where the file is to be
   * @param random unpredictable
   * @return its path
   */
  public static Path unusedName(Path directory, SecureRandom random) {
    byte[] bytes = new byte[NAME_BYTES];
    random.nextBytes(bytes);
    return directory.resolve(PREFIX + HexFormat.of().formatHex(bytes));
  }

  /**
   * Whether {@link #unusedName} gives such names.
   *
   * @param name of a file, without its directory
   */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /**
   * Makes a file of mode 0600 and takes its name away ({@link StandardOpenOption#DELETE_ON_CLOSE}
   * unlinks at once on Linux).
   *
   * @param path its name for a moment
   * @return the open file, empty
   * @throws IOException when it cannot be made; whatever is there already is an error, also a link
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
   * For a thread that is about to end this process: waits until no file has a name, and keeps all
   * further ones from getting one, forever.
   *
   * @param timeoutNanos when to end it all the same, as the file system may stand still
   */
  public static void forbid(long timeoutNanos) {
    try {
      if (!NAMED.tryLock(timeoutNanos, TimeUnit.NANOSECONDS)) {
        return; // a file may be left, which is better than to stay
      }
    } catch (InterruptedException endAtOnce) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Deletes what killed processes have left.
   *
   * @param directory where it may be; one that is not there or cannot be read has nothing
   */
  public static void sweep(Path directory) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*")) {
      for (Path file : files) {
        if (isName(file.getFileName().toString())) {
          delete(file);
        }
      }
    } catch (IOException unreadable) {
      // The process that makes files there will say so.
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException gone) {
      // Or another user's.
    }
  }
}
