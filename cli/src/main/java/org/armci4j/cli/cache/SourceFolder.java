package org.armci4j.cli.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.armci4j.bootstrap.Host;

/**
 * Makes the folder for the classes of a source file while its ranks run: a folder of the user's
 * cache that goes with this process. The folder of a killed process goes when the next one is made.
 */
public final class SourceFolder {
  private SourceFolder() {}

  /**
   * Makes this process's folder.
   *
   * @param parent the folder of all such folders
   * @return the folder, empty
   * @throws IOException when it cannot be made
   */
  public static Path make(Path parent) throws IOException {
    Files.createDirectories(parent);
    removeLeftovers(parent);
    Path own = parent.resolve(prefix() + ProcessHandle.current().pid());
    remove(own);
    Files.createDirectory(own);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(own), "armci-source"));
    return own;
  }

  /**
   * Returns the prefix of this host's folders. Hosts may share the parent, and a process id means
   * nothing on another host.
   */
  private static String prefix() {
    return Host.name() + "-";
  }

  private static void removeLeftovers(Path parent) throws IOException {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, prefix() + "*")) {
      for (Path folder : folders) {
        String pid = folder.getFileName().toString().substring(prefix().length());
        if (pid.matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
          remove(folder);
        }
      }
    }
  }

  private static void remove(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> found = Files.walk(folder)) {
      for (Path file : found.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + folder, e);
    }
  }
}
