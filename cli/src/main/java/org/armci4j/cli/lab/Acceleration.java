package org.armci4j.cli.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How QEMU runs a machine's instructions. */
enum Acceleration {
  /** By the processor itself. */
  KVM(List.of("-accel", "kvm", "-cpu", "host")),

  /** By translation in QEMU, on any host. */
  TCG(List.of("-accel", "tcg,thread=multi,tb-size=512", "-cpu", "max"));

  private static final Path DEVICE = Path.of("/dev/kvm");
  private static final List<Path> PAGING =
      List.of(
          Path.of("/sys/module/kvm_intel/parameters/ept"),
          Path.of("/sys/module/kvm_amd/parameters/npt"));

  private final List<String> options;

  Acceleration(List<String> options) {
    this.options = options;
  }

  /** Options of QEMU. */
  List<String> options() {
    return options;
  }

  /** The fastest that works here. */
  static Acceleration best() {
    return Files.isReadable(DEVICE) && Files.isWritable(DEVICE) && pagesInHardware() ? KVM : TCG;
  }

  /**
   * Does the processor translate the guest's pages? A KVM that does so in software, as on some
   * rented machines, takes minutes to boot: emulation is much faster.
   */
  private static boolean pagesInHardware() {
    return PAGING.stream().anyMatch(Acceleration::isOn);
  }

  private static boolean isOn(Path parameter) {
    try {
      String value = Files.readString(parameter).strip();
      return value.equals("Y") || value.equals("1");
    } catch (IOException absent) {
      return false;
    }
  }
}
