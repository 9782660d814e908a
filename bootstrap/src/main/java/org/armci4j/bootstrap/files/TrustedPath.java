package org.armci4j.bootstrap.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.armci4j.bootstrap.text.Text;

/**
 * Checks that only this user and root can change the file behind a path. The file and all folders
 * above it must belong to one of the two, and no other user may write to them. For a link both
 * paths are checked: its own and its target's.
 */
final class TrustedPath {
  private static final int OTHERS_WRITE = 0022;
  private static final int STICKY = 01000;

  private TrustedPath() {}

  /** Returns what is wrong with {@code path}, as the end of a sentence; null when nothing is. */
  static String problem(Path path) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    String problem = problemOfAll(absolute);
    return problem == null ? problemOfAll(absolute.toRealPath()) : problem;
  }

  private static String problemOfAll(Path absolute) throws IOException {
    for (Path part = absolute; part != null; part = part.getParent()) {
      String problem = problemOfOne(part);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static String problemOfOne(Path part) throws IOException {
    int owner = (int) Files.getAttribute(part, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    int self = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    if (owner != 0 && owner != self) {
      return Text.format("%s belongs to another user (%d), who can change it", part, owner);
    }
    // Nobody can write to a link, and in a sticky folder others can change only their own files.
    int mode = (int) Files.getAttribute(part, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    boolean isSafe =
        Files.isSymbolicLink(part) || (Files.isDirectory(part) && (mode & STICKY) != 0);
    if (!isSafe && (mode & OTHERS_WRITE) != 0) {
      return Text.format(
          "others can write to %s (mode %o); forbid it: chmod go-w", part, mode & 07777);
    }
    return null;
  }
}
