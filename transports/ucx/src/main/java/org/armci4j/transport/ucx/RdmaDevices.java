package org.armci4j.transport.ucx;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The RDMA devices of a host, as far as they decide the choice among UCX's transports. */
enum RdmaDevices {
  /** The host has no RDMA device. */
  NONE,

  /** At least one is Soft-RoCE, which the kernel emulates on a network device. */
  SOFT_ROCE,

  /** The host has RDMA devices, and none is Soft-RoCE. */
  OTHER;

  /** The folder in which the kernel lists RDMA devices; absent where the kernel has none. */
  static final Path FOLDER = Path.of("/sys/class/infiniband");

  /** The file in which the driver rdma_rxe, and no other, names the network device below. */
  private static final String SOFT_ROCE_FILE = "parent";

  static RdmaDevices ofThisHost() {
    return in(FOLDER);
  }

  /** Returns the devices that a folder such as {@link #FOLDER} lists. */
  static RdmaDevices in(Path folder) {
    RdmaDevices found = NONE;
    try (DirectoryStream<Path> devices = Files.newDirectoryStream(folder)) {
      for (Path device : devices) {
        found =
            found == SOFT_ROCE || Files.exists(device.resolve(SOFT_ROCE_FILE)) ? SOFT_ROCE : OTHER;
      }
      return found;
    } catch (IOException none) {
      return NONE;
    }
  }
}
