package org.armci4j.bootstrap.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.text.Text;

/** Handles files and folders that only this user can read or write. */
public final class PrivateFiles {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /** Gives a new folder or file to this user alone. */
  public static final FileAttribute<Set<PosixFilePermission>> OWNERS_ALONE =
      PosixFilePermissions.asFileAttribute(OWNER_ONLY);

  private PrivateFiles() {}

  /**
   * Creates a folder of this user alone, or checks an existing one.
   *
   * @param folder the folder
   * @param content what it is for, for messages
   * @param setting the setting that names another folder, for messages
   * @return the folder
   * @throws BootstrapException when the folder belongs to another user, is open to others, is a
   *     link, or lies where others can replace it
   */
  public static Path folder(Path folder, String content, String setting) throws IOException {
    boolean isNew = false;
    try {
      Files.createDirectory(folder, OWNERS_ALONE);
      isNew = true;
    } catch (FileAlreadyExistsException there) {
      check(folder, content, setting);
    }
    String problem = TrustedPath.problem(folder);
    if (problem != null) {
      if (isNew) {
        Files.deleteIfExists(folder);
      }
      throw new BootstrapException(
          Text.format(
              "%s cannot be trusted with %s: %s, or name another folder (%s)",
              folder, content, problem, setting));
    }
    return folder;
  }

  /** Refuses a path that is a link, another user's, or open to others. */
  public static void check(Path path, String content, String setting) throws IOException {
    PosixFileAttributes attributes =
        Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    boolean link = attributes.isSymbolicLink();
    boolean foreign = !isOwn(path);
    if (link || foreign || !OWNER_ONLY.containsAll(attributes.permissions())) {
      throw new BootstrapException(
          Text.format(
              "%s is %s: it tells %s and must be this user's alone. Remove it, or name another"
                  + " folder (%s)",
              path,
              link
                  ? "a symbolic link"
                  : foreign
                      ? "another user's"
                      : "open to others ("
                          + PosixFilePermissions.toString(attributes.permissions())
                          + ")",
              content,
              setting));
    }
  }

  /** Returns whether a path is this user's; of a link, whether the link itself is. */
  static boolean isOwn(Path path) throws IOException {
    Object owner = Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    // Follows the link /proc/self, as root owns the link itself.
    return owner.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
  }

  /** Writes a file atomically: a reader sees the old content or all of the new content. */
  public static void write(Path file, String text) throws IOException {
    Path fresh =
        Files.createTempFile(
            file.toAbsolutePath().getParent(),
            ".new-",
            null,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.writeString(fresh, text);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
