package org.armci4j.bootstrap.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.text.Text;

/** Reads a file that a setting names and that only the job's user and group may read. */
public final class ConfidentialFile {
  private ConfidentialFile() {}

  /**
   * Returns the content of the file.
   *
   * @throws BootstrapException when the file cannot be read, all users can read it, or others can
   *     change it
   */
  public static byte[] read(Setting<String> setting, String name) {
    Path file = Path.of(name);
    try {
      if (Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
        throw new BootstrapException(
            Text.format(
                "setting %s: all users can read %s; make it private: chmod 600",
                setting.name(), file));
      }
      String problem = TrustedPath.problem(file);
      if (problem != null) {
        throw new BootstrapException(
            Text.format("setting %s: %s cannot be trusted: %s", setting.name(), file, problem));
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new BootstrapException(
          Text.format("setting %s: cannot read %s: %s", setting.name(), file, e), e);
    }
  }
}
