package org.armci4j.lab.machine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Describes the machines to emulate and the command to run in them.
 *
 * @param hosts number of machines, 1 or 2
 * @param rails RDMA devices per machine; 0 for one device whose packets stay inside it
 * @param acceleration how QEMU runs the machine's instructions
 * @param memoryMebibytes memory of each machine
 * @param cores cores of each machine, or {@link #CORES_NOT_SAID}
 * @param lockedMemoryKibibytes limit of locked memory for an ordinary user; negative to run as root
 *     without a limit
 * @param timeout the machines are ended after this time
 * @param cache folder of the kernel and its modules
 * @param home the checkout
 * @param directory where the command runs
 * @param output folder that keeps the files that the command writes there
 * @param environment variables for the command
 * @param command program and arguments
 */
record LabPlan(
    int hosts,
    int rails,
    Acceleration acceleration,
    int memoryMebibytes,
    int cores,
    int lockedMemoryKibibytes,
    Duration timeout,
    Path cache,
    Path home,
    Path directory,
    Path output,
    Map<String, String> environment,
    List<String> command) {

  /** Leaves the number of cores to {@link #withCores}. */
  static final int CORES_NOT_SAID = 0;

  /** Variable that names {@link #output} to the command. */
  static final String OUTPUT_VARIABLE = "LAB_OUT";

  /** Returns the same plan with a number of cores, if it has none. */
  LabPlan withCores(ToIntFunction<Acceleration> usual) {
    return cores != CORES_NOT_SAID
        ? this
        : new LabPlan(
            hosts,
            rails,
            acceleration,
            memoryMebibytes,
            usual.applyAsInt(acceleration),
            lockedMemoryKibibytes,
            timeout,
            cache,
            home,
            directory,
            output,
            environment,
            command);
  }

  /**
   * Returns whether the devices' packets pass a network device, where {@code tc} can delay or lose
   * them.
   */
  boolean wired() {
    return hosts > 1 || rails > 0;
  }

  /** Returns the number of network devices that join two machines, one for each rail. */
  int links() {
    return hosts > 1 ? Math.max(1, rails) : 0;
  }
}
