package org.armci4j.profile.recording;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Files by which ranks hand what they have recorded to their launcher, which is of the same version
 * and the same user. A reader finds a file whole or not at all, also when its writer is killed.
 */
public final class RecordFile {
  /** What a file may hold. */
  private static final ObjectInputFilter OWN_RECORDS =
      ObjectInputFilter.Config.createFilter("org.armci4j.profile.**;java.lang.*;java.util.*;!*");

  private RecordFile() {}

  static void write(Path file, Object content) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    try (ObjectOutputStream out =
        new ObjectOutputStream(new BufferedOutputStream(Files.newOutputStream(draft)))) {
      out.writeObject(content);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Reads a file.
   *
   * @param file the file
   * @param type what it holds
   * @param <T> what it holds
   * @return its content
   * @throws IOException when it cannot be read
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    try (ObjectInputStream in =
        new ObjectInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      in.setObjectInputFilter(OWN_RECORDS);
      return type.cast(in.readObject());
    } catch (ClassNotFoundException e) {
      throw new IOException(file + " is of another version", e);
    }
  }
}
