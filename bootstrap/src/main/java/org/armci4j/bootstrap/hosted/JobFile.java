package org.armci4j.bootstrap.hosted;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.RendezvousAddress;
import org.armci4j.bootstrap.files.PrivateFiles;

/**
 * Holds the address and the secret of a job without a launcher of ours. Rank 0 writes this file for
 * the other ranks.
 */
final class JobFile {
  /** What the folder holds, for messages. */
  private static final String CONTENT = "the secret of a job";

  private static final String SETTING = "jobDirectory";

  private final Path file;

  /**
   * Holds the file's content, in words: host, process, secret and address.
   *
   * @param host the host of the process that listens
   * @param process identity of that process
   * @param secret the secret that ranks prove there
   * @param address where the process listens
   */
  record Entry(String host, String process, JobSecret secret, SocketAddress address) {
    private static final Pattern PROCESS = Pattern.compile("\\d{1,10}-\\d{1,19}");

    /**
     * Reads an entry.
     *
     * @throws IllegalArgumentException when {@code text} is not an entry
     */
    static Entry parse(String text) {
      String line = text.split("\n", 2)[0]; // not stripped, as a path may end in a blank
      String[] words = line.split(" ", 4);
      if (words.length < 4 || !PROCESS.matcher(words[1]).matches()) {
        throw new IllegalArgumentException("it does not name a process and its address");
      }
      return new Entry(
          words[0], words[1], JobSecret.ofHex(words[2]), RendezvousAddress.parse(words[3]));
    }

    /** Returns text that {@link #parse} reads. It holds the secret. */
    String words() {
      return String.join(" ", host, process, secret.toHex(), RendezvousAddress.print(address));
    }

    boolean isOfThisProcess() {
      return host.equals(Host.id())
          && process.equals(AncestorProcess.identity(ProcessHandle.current()));
    }

    /** Returns whether the process that wrote the entry has ended, as far as this host can tell. */
    boolean isStale() {
      long pid = Long.parseLong(process.substring(0, process.indexOf('-')));
      return host.equals(Host.id()) && !process.equals(AncestorProcess.identity(pid));
    }
  }

  private JobFile(Path file) {
    this.file = file;
  }

  /**
   * Returns the file of a job.
   *
   * @param directory the folder for all job files; empty means this user's own folder among the
   *     temporary files
   */
  static JobFile of(String directory, String jobId) {
    try {
      Path uid = Path.of("/proc/self");
      Path folder =
          directory.isEmpty()
              ? Path.of(System.getProperty("java.io.tmpdir"))
                  .resolve("armci-" + Files.getAttribute(uid, "unix:uid"))
              : Path.of(directory);
      return new JobFile(PrivateFiles.folder(folder, CONTENT, SETTING).resolve(jobId));
    } catch (IOException | UnsupportedOperationException e) {
      throw new BootstrapException("cannot make a folder for the job: " + e + " (jobDirectory)", e);
    }
  }

  /** Returns what rank 0 has written, or null when the file is not there yet. */
  Entry read() {
    try {
      PrivateFiles.check(file, CONTENT, SETTING);
      return Entry.parse(Files.readString(file));
    } catch (NoSuchFileException notYet) {
      return null;
    } catch (IOException | IllegalArgumentException e) {
      throw new BootstrapException("cannot read " + file + ", the file of the job: " + e, e);
    }
  }

  void write(SocketAddress address, JobSecret secret) {
    String process = AncestorProcess.identity(ProcessHandle.current());
    try {
      PrivateFiles.write(file, new Entry(Host.id(), process, secret, address).words() + "\n");
    } catch (IOException e) {
      throw new BootstrapException("cannot write " + file + ", the file of the job: " + e, e);
    }
  }

  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException gone) {
      // The next job of this name replaces the file.
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
