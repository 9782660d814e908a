package org.armci4j.lab.machine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import org.armci4j.bootstrap.files.UserCache;
import org.armci4j.bootstrap.text.Text;

/**
 * Keeps the kernel, its modules and the initramfs from run to run. A version is made under a lock
 * in a separate folder, which is renamed when complete. So no lab sees half of a version, and two
 * labs that start at once make it once. A version's name is a digest of the scripts that make it.
 */
final class BootCache {
  private static final String MAKER = "prepare.sh";
  private static final String INIT = "init.sh";

  private final Path folder;

  BootCache(Path folder) {
    this.folder = folder;
  }

  /** Returns the default folder: $XDG_CACHE_HOME/armci4j/lab, or ~/.cache/armci4j/lab. */
  static Path usualFolder(Map<String, String> environment) {
    return UserCache.folder("lab", environment);
  }

  /** Returns the folder of this version. Makes it first if it is missing. */
  Path provide(Tools tools) {
    try {
      Path version = folder.resolve(version());
      if (!Files.isDirectory(version)) {
        make(version, tools);
      }
      return version;
    } catch (IOException e) {
      throw new LabException(
          Text.format("cannot fill the lab's cache %s (--cache names another): %s", folder, e), e);
    }
  }

  /** Returns the folder of this version; null if it is missing. */
  Path existing() {
    try {
      Path version = folder.resolve(version());
      return Files.isDirectory(version) ? version : null;
    } catch (IOException e) {
      throw new LabException("cannot read the lab's scripts: " + e, e);
    }
  }

  private void make(Path version, Tools tools) throws IOException {
    tools.provideForPreparation();
    Files.createDirectories(folder);
    try (FileChannel channel =
            FileChannel.open(
                folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (lock.isValid() && !Files.isDirectory(version)) {
        Path making = folder.resolve("making");
        delete(making); // left by a killed run
        run(Files.createDirectory(making));
        Files.move(making, version, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private static void run(Path making) throws IOException {
    Path scripts = Files.createTempDirectory("armci-lab-");
    try {
      Path init = Resources.copy(INIT, scripts);
      Path maker = Resources.copy(MAKER, scripts);
      ProcessBuilder builder = new ProcessBuilder("sh", maker.toString(), init.toString());
      builder.environment().merge("PATH", ":/usr/sbin:/sbin", String::concat);
      if (Tools.finish(builder.directory(making.toFile())) != 0) {
        throw new LabException("could not make the lab's kernel and initramfs; see above");
      }
    } finally {
      delete(scripts);
    }
  }

  private static String version() throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String name : new String[] {MAKER, INIT}) {
        try (InputStream script = BootCache.class.getResourceAsStream(name)) {
          digest.update(script.readAllBytes());
        }
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /** Removes a folder with its contents, if it exists. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
        Files.deleteIfExists(path);
      }
    }
  }
}
