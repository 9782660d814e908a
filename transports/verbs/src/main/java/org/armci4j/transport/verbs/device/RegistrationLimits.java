package org.armci4j.transport.verbs.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.verbs.device.ibv.Errno;
import org.armci4j.transport.verbs.device.port.DeviceAttributes;

/**
 * Holds the limits of a registration, which the kernel's error number alone does not tell.
 *
 * @param lockedMemory memory that this process may lock, in words
 * @param availableMemory memory that the host has left, in words
 * @param registrationBytes the device's largest registration, unsigned
 */
record RegistrationLimits(String lockedMemory, String availableMemory, long registrationBytes) {
  private static final String UNLIMITED = "unlimited";

  /** Reads the present limits. */
  static RegistrationLimits of(DeviceAttributes device) {
    return new RegistrationLimits(
        value("/proc/self/limits", "Max locked memory"),
        value("/proc/meminfo", "MemAvailable:"),
        device.maxRegistrationBytes());
  }

  /** Returns the number behind a name in one of the kernel's tables, with its unit. */
  private static String value(String table, String name) {
    try {
      Optional<String> line =
          Files.readAllLines(Path.of(table)).stream()
              .filter(text -> text.startsWith(name))
              .findFirst();
      if (line.isEmpty()) {
        return "unknown";
      }
      String[] words = line.get().substring(name.length()).strip().split("\\s+", -1);
      boolean unlimited = words[0].equals(UNLIMITED);
      return unlimited ? UNLIMITED : words[0] + " " + words[words.length - 1];
    } catch (IOException e) {
      return "unknown (" + e.getMessage() + ")";
    }
  }

  /** Returns the exception for a refused registration, with the cure where it is known. */
  VerbsException refusal(String operation, String device, long sizeBytes, int errno) {
    if (Long.compareUnsigned(sizeBytes, registrationBytes) > 0) {
      return new VerbsException(operation, device, errno, tooLong());
    }
    // Kernels whose limit is 0 return EPERM.
    boolean ofProcess = errno == Errno.ENOMEM || errno == Errno.EPERM;
    if (ofProcess && !lockedMemory.equals(UNLIMITED)) {
      return new LockedMemoryException(operation, device, errno, lockedMemory);
    }
    boolean ofHost = errno == Errno.ENOMEM || errno == Errno.EFAULT;
    return new VerbsException(operation, device, errno, ofHost ? tooLittleMemory() : "");
  }

  private String tooLong() {
    return Text.format(
        "; the device registers %s bytes at most (max_mr_size): allocate several smaller blocks",
        Long.toUnsignedString(registrationBytes));
  }

  /**
   * Returns the words about too little memory: the kernel reports pages that cannot be made as "bad
   * addresses".
   */
  private String tooLittleMemory() {
    return Text.format(
            "; registered memory stays in RAM, of which the host has %s available", availableMemory)
        + " (MemAvailable in /proc/meminfo; a container or a file system of shared memory may hold"
        + " less: df /dev/shm): allocate less, run fewer ranks on this host, or give it more";
  }
}
