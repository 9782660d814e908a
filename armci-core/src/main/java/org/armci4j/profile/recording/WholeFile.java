package org.armci4j.profile.recording;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files that a reader finds whole or not at all, also when the writer is killed. */
final class WholeFile {
  private WholeFile() {}

  /** Writes the content of a file. */
  interface Content {
    void write(DataOutputStream out) throws IOException;
  }

  static void write(Path file, Content content) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(draft)))) {
      content.write(out);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
