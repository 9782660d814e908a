package org.armci4j.bootstrap;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A file that holds a job's secret where a launcher cannot pass it on. */
final class SecretFile {
  private static final int LEAST_BYTES = 16;

  private SecretFile() {}

  /**
   * The secret that a file holds: any content of {@value #LEAST_BYTES} bytes or more, best random.
   *
   * @throws BootstrapException when the file cannot be read, is too short, or others can read it
   */
  static JobSecret read(String name) {
    Path file = Path.of(name);
    try {
      if (Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
        throw new BootstrapException(
            "setting secretFile: all users can read " + file + "; make it private: chmod 600");
      }
      byte[] content =
          new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
              .strip()
              .getBytes(StandardCharsets.ISO_8859_1);
      if (content.length < LEAST_BYTES) {
        throw new BootstrapException(
            "setting secretFile: %s holds fewer than %d bytes; make one: openssl rand -hex 32"
                .formatted(file, LEAST_BYTES));
      }
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return JobSecret.ofHex(HexFormat.of().formatHex(digest));
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new BootstrapException("setting secretFile: cannot read " + file + ": " + e, e);
    }
  }
}
