package org.armci4j.transport.verbs.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.armci4j.transport.verbs.device.ibv.Errno;
import org.armci4j.transport.verbs.device.port.DeviceAttributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the message of a refused registration, for the error numbers that kernels give. */
class RegistrationLimitsTest {
  private static final long SIZE_BYTES = 6L << 30;
  private static final int EINVAL = 22;

  private static String message(String locked, long deviceBytes, int errno) {
    RegistrationLimits limits = new RegistrationLimits(locked, "3145728 kB", deviceBytes);
    String operation = "ibv_reg_mr of " + SIZE_BYTES + " bytes at 0x1000";
    VerbsException refusal = limits.refusal(operation, "rxe0", SIZE_BYTES, errno);
    assertEquals(errno, refusal.errno());
    assertEquals(refusal instanceof LockedMemoryException, refusal.getMessage().contains("ulimit"));
    assertTrue(refusal.getMessage().startsWith(operation + " on device rxe0 failed: errno "));
    return refusal.getMessage();
  }

  @ParameterizedTest
  @ValueSource(ints = {Errno.ENOMEM, Errno.EPERM})
  void theLimitOfTheProcessIsNamed(int errno) {
    String message = message("8388608 bytes", -1, errno);
    assertTrue(message.contains("the limit of locked memory is 8388608 bytes: raise it"), message);
    assertTrue(message.contains("ulimit -l unlimited"), message);
  }

  /** Uses a device without a limit of its own, which reports 2 to the 64th, less 1. */
  @ParameterizedTest
  @CsvSource({"unlimited, 12", "unlimited, 14", "8388608 bytes, 14"})
  void theMemoryOfTheHostIsNamed(String locked, int errno) {
    String message = message(locked, -1, errno);
    assertTrue(message.contains("the host has 3145728 kB available"), message);
    assertTrue(message.contains("allocate less, run fewer ranks on this host"), message);
  }

  @Test
  void theLimitOfTheDeviceIsNamed() {
    String message = message("8388608 bytes", 1L << 32, EINVAL);
    assertTrue(message.contains("registers 4294967296 bytes at most (max_mr_size)"), message);
    assertTrue(message.endsWith("allocate several smaller blocks"), message);
  }

  @Test
  void otherErrorsBlameNoLimit() {
    assertTrue(message("8388608 bytes", -1, EINVAL).endsWith("device's limits)"));
  }

  /** Reads the kernel's own tables. */
  @Test
  void theLimitsOfThisHostAreFound() {
    DeviceAttributes device =
        new DeviceAttributes(0, 7, 1, 1, 1, 1, 1, 1, DeviceAttributes.AtomicScope.NONE, 1, 1);
    RegistrationLimits limits = RegistrationLimits.of(device);
    assertTrue(limits.lockedMemory().matches("unlimited|[0-9]+ bytes"), limits::lockedMemory);
    assertTrue(limits.availableMemory().matches("[1-9][0-9]* kB"), limits::availableMemory);
    assertEquals(7, limits.registrationBytes());
    assertInstanceOf(VerbsException.class, limits.refusal("any", "any", 8, EINVAL));
  }
}
