package org.armci4j.transport.verbs.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Registered memory: a range and the keys by which the device reaches it. */
public final class Registration implements AutoCloseable {
  private final Device device;
  private final long address;
  private final long sizeBytes;
  private final int localKey;
  private final int remoteKey;
  private long handle;

  private Registration(Device device, long address, long sizeBytes, long handle) {
    this.device = device;
    this.address = address;
    this.sizeBytes = sizeBytes;
    this.handle = handle;
    this.localKey = Raw.getInt(handle + Layout.IbvMr.LKEY);
    this.remoteKey = Raw.getInt(handle + Layout.IbvMr.RKEY);
  }

  static Registration of(Device device, long address, long sizeBytes, int access) {
    long handle = device.verbs().ibv_reg_mr(device.domain(), address, sizeBytes, access);
    if (handle == 0) {
      int errno = VerbsLibrary.errno();
      throw failure("ibv_reg_mr of " + range(address, sizeBytes), device.name(), errno);
    }
    return new Registration(device, address, sizeBytes, handle);
  }

  private static VerbsException failure(String operation, String device, int errno) {
    // EPERM is what kernels say whose limit is 0.
    if (errno == Errno.ENOMEM || errno == Errno.EPERM) {
      String limit = lockedMemoryLimit();
      if (!limit.startsWith("unlimited")) {
        return new LockedMemoryException(operation, device, errno, limit);
      }
    }
    return new VerbsException(operation, device, errno);
  }

  /** The limit of locked memory of this process, as the kernel tells it. */
  private static String lockedMemoryLimit() {
    String name = "Max locked memory";
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
        if (line.startsWith(name)) {
          String soft = line.substring(name.length()).strip().replaceFirst("\\s.*", "");
          return soft.equals("unlimited") ? soft : soft + " bytes";
        }
      }
    } catch (IOException e) {
      return "unknown (" + e.getMessage() + ")";
    }
    return "unknown";
  }

  private static String range(long address, long sizeBytes) {
    return sizeBytes + " bytes at 0x" + Long.toHexString(address);
  }

  /** Where the range begins. */
  public long address() {
    return address;
  }

  /** Size of the range. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /** The key for segments of own requests. */
  public int localKey() {
    return localKey;
  }

  /** The key for requests of others. */
  public int remoteKey() {
    return remoteKey;
  }

  /** Whether the range holds all of another one. */
  public boolean covers(long start, long lengthBytes) {
    return start >= address
        && lengthBytes <= sizeBytes
        && start - address <= sizeBytes - lengthBytes;
  }

  /**
   * Unlocks the memory and makes the keys invalid.
   *
   * @throws VerbsException if the device refuses; the registration stays
   */
  @Override
  public void close() {
    if (handle != 0) {
      device.check(
          "ibv_dereg_mr of " + range(address, sizeBytes), device.verbs().ibv_dereg_mr(handle));
      handle = 0;
    }
  }
}
