package org.armci4j.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many cores an emulated machine has where nobody says. */
class DefaultCoresTest {
  @ParameterizedTest
  @CsvSource({
    "TCG, 1, QEMU emulator version 7.2.22 (Debian 1:7.2+dfsg-7+deb12u18+b3)",
    "TCG, 1, QEMU emulator version 8.0.5",
    "TCG, 2, QEMU emulator version 8.1.0",
    "TCG, 2, QEMU emulator version 10.0.2",
    "TCG, 1, no such thing",
    "KVM, 2, QEMU emulator version 7.2.22"
  })
  void aQemuThatRunsCodeInHalvesGetsOneCore(Acceleration how, int cores, String version) {
    assertEquals(cores, DefaultCores.cores(how, version));
  }
}
