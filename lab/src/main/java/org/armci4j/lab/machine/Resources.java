package org.armci4j.lab.machine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Copies the lab's scripts, which are resources of this package. */
final class Resources {
  private Resources() {}

  static Path copy(String name, Path folder) throws IOException {
    Path file = folder.resolve(name);
    try (InputStream script = Resources.class.getResourceAsStream(name)) {
      Files.copy(script, file);
    }
    return file;
  }
}
