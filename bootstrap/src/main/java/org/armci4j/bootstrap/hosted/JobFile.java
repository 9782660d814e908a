package org.armci4j.bootstrap.hosted;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.files.PrivateFiles;

/**
 * The file by which rank 0 of a job without a launcher of ours tells the others where it listens,
 * and the job's secret.
 */
final class JobFile {
  private final Path file;

  /**
   * What it says.
   *
   * @param host the host of the process that listens
   * @param process which process that is
   * @param address where
   * @param secret what ranks prove there
   */
  record Entry(String host, String process, InetSocketAddress address, JobSecret secret) {
    boolean isOfThisProcess() {
      return host.equals(Host.id())
          && process.equals(AncestorProcess.identity(ProcessHandle.current()));
    }

    /** Whether the process has ended that wrote it, as far as this host knows. */
    boolean isStale() {
      long pid = Long.parseLong(process.substring(0, process.indexOf('-')));
      return host.equals(Host.id()) && !process.equals(AncestorProcess.identity(pid));
    }
  }

  private JobFile(Path file) {
    this.file = file;
  }

  /**
   * The file of a job.
   *
   * @param directory the folder for all of them; empty for one of this user's in the folder for
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
      return new JobFile(PrivateFiles.folder(folder).resolve(jobId));
    } catch (IOException | UnsupportedOperationException e) {
      throw new BootstrapException("cannot make a folder for the job: " + e + " (jobDirectory)", e);
    }
  }

  /** What rank 0 has written, or null when it has not yet. */
  Entry read() {
    try {
      PrivateFiles.check(file);
      String[] words = Files.readString(file).strip().split(" ", -1);
      InetAddress address = InetAddress.ofLiteral(words[2]);
      return new Entry(
          words[0],
          words[1],
          new InetSocketAddress(address, Integer.parseInt(words[3])),
          JobSecret.ofHex(words[4]));
    } catch (NoSuchFileException notYet) {
      return null;
    } catch (IOException | IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new BootstrapException("cannot read " + file + ", the file of the job: " + e, e);
    }
  }

  void write(InetSocketAddress address, JobSecret secret) {
    String process = Host.id() + " " + AncestorProcess.identity(ProcessHandle.current());
    String where = address.getAddress().getHostAddress() + " " + address.getPort();
    try {
      PrivateFiles.write(file, process + " " + where + " " + secret.toHex() + "\n");
    } catch (IOException e) {
      throw new BootstrapException("cannot write " + file + ", the file of the job: " + e, e);
    }
  }

  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException gone) {
      // The next job of this name replaces it.
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
