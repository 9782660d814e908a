package org.armci4j.benchmarks.network;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.hosts.HostPair;

/**
 * The program that carries the frames between two namespaces, each a given time after it arrived.
 * It takes the place of the kernel's {@code netem}, which some kernels lack. It ends with this JVM.
 */
public final class LongCable implements AutoCloseable {
  private final Process program;

  private LongCable(Process program) {
    this.program = program;
  }

  /**
   * Makes the cable between two namespaces a long one.
   *
   * @param hosts the namespaces
   * @param delayMicros time that a frame takes each way
   * @return the cable, to be closed before the hosts are
   * @throws IOException when the program cannot be built or started
   */
  static LongCable between(HostPair hosts, int delayMicros) throws IOException {
    List<String> ends = hosts.cut(); // refused without namespaces, before anything is built
    Path path =
        InstalledPeers.program("network", "cable")
            .orElseThrow(() -> new IOException("--delay needs gcc: apt-get install gcc libc6-dev"));
    Process program =
        new ProcessBuilder(path.toString(), ends.get(0), ends.get(1), Integer.toString(delayMicros))
            .redirectErrorStream(true)
            .start();
    LongCable cable = new LongCable(program);
    try {
      String line = program.inputReader().readLine();
      if (!"ready".equals(line)) {
        throw new IOException("the program that delays frames failed: " + line);
      }
      return cable;
    } catch (IOException e) {
      try (cable) {
        throw e;
      }
    }
  }

  @Override
  public void close() {
    program.destroy();
  }
}
