package org.armci4j.bootstrap.hosted;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.files.ConfidentialFile;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.text.Text;

/** Reads a job's secret from a file, where a launcher cannot pass the secret on. */
final class SecretFile {
  private static final int LEAST_BYTES = 16;

  private SecretFile() {}

  /**
   * Returns the secret of a file: any content of {@value #LEAST_BYTES} bytes or more, which should
   * be random.
   *
   * @throws BootstrapException when the file cannot be read, is too short, or others can read it
   */
  static JobSecret read(String name) {
    byte[] content =
        new String(
                ConfidentialFile.read(BootstrapSettings.SECRET_FILE, name),
                StandardCharsets.ISO_8859_1)
            .strip()
            .getBytes(StandardCharsets.ISO_8859_1);
    if (content.length < LEAST_BYTES) {
      throw new BootstrapException(
          Text.format(
              "setting secretFile: %s holds fewer than %d bytes; make one: openssl rand -hex 32",
              name, LEAST_BYTES));
    }
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return JobSecret.ofHex(HexFormat.of().formatHex(digest));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
