package org.armci4j.transport.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Checks, before it is mapped, a file that another process has open. Shared memory belongs to this
 * user and has no name left; the kernel says so, whatever an address claims.
 */
final class OpenFileCheck {
  private OpenFileCheck() {}

  /**
   * Throws unless the file behind a link below /proc can be shared memory.
   *
   * @throws IOException when the process or its descriptor has gone
   * @throws ArmciException when it is another kind of file
   */
  static void require(Path link) throws IOException {
    Map<String, Object> facts = Files.readAttributes(link, "unix:uid,nlink,isRegularFile");
    Object self = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    String wrong = null;
    if (!facts.get("isRegularFile").equals(true)) {
      wrong = "is no regular file";
    } else if (!facts.get("uid").equals(self)) {
      wrong = "belongs to user " + facts.get("uid");
    } else if (!facts.get("nlink").equals(0)) {
      wrong = "still has a name";
    }
    if (wrong != null) {
      throw new ArmciException(Text.format("%s is no shared memory: it %s", link, wrong));
    }
  }
}
