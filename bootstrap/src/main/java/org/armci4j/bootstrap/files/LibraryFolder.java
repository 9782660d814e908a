package org.armci4j.bootstrap.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * A folder of this user alone in which the ranks of a job unpack a native library to load it. A
 * rank deletes its file once it is loaded. A rank that is killed before leaves the file, which goes
 * with the folder at the end of the job.
 */
public final class LibraryFolder {
  /** Property that names the folder to jffi. */
  public static final String PROPERTY = "jffi.extract.dir";

  private static final String PREFIX = "armci-lib-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{1,16}");

  /** Room for the files of many ranks that start at once: one takes 140 kB. */
  private static final long LEAST_FREE_BYTES = 32 << 20;

  private LibraryFolder() {}

  /**
   * Returns a path with a random name. {@link #create} refuses a folder that is there already, so
   * the name need not be secret.
   *
   * @param parent the folder for temporary files
   */
  public static Path unusedName(Path parent) {
    return parent.resolve(PREFIX + Long.toHexString(ThreadLocalRandom.current().nextLong()));
  }

  /**
   * Creates the folder.
   *
   * @param folder as {@link #unusedName} returned it
   * @return false, with nothing there, where no folder can be made, it would be full, or its files
   *     may not be executed (mount option {@code noexec})
   */
  public static boolean create(Path folder) {
    try {
      Files.createDirectory(folder, PrivateFiles.OWNERS_ALONE);
    } catch (IOException cannot) {
      return false;
    }
    boolean serves = serves(folder);
    if (!serves) {
      delete(folder);
    }
    return serves;
  }

  private static boolean serves(Path folder) {
    try {
      // access(2) tells of the mount option, and only for a file whose mode allows execution.
      Path probe = Files.createFile(folder.resolve("probe"), PrivateFiles.OWNERS_ALONE);
      boolean executable = Files.isExecutable(probe);
      Files.delete(probe);
      return executable && folder.toFile().getUsableSpace() >= LEAST_FREE_BYTES;
    } catch (IOException unusable) {
      return false;
    }
  }

  /**
   * Deletes the folder with its files, if it is there.
   *
   * @param folder the path of such a folder; any other path is left alone, and so is what another
   *     user has put there, or a link
   */
  public static void delete(Path folder) {
    if (!NAME.matcher(String.valueOf(folder.getFileName())).matches() || !isOwn(folder)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException | DirectoryIteratorException goneOrForeign) {
      // Another process may delete it at the same moment.
    }
  }

  /** Where temporary files of all users lie, nobody else can put a link in its place. */
  private static boolean isOwn(Path folder) {
    try {
      return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && PrivateFiles.isOwn(folder);
    } catch (IOException gone) {
      return false;
    }
  }
}
