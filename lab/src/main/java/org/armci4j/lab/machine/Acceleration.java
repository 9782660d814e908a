package org.armci4j.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Ways in which QEMU runs a machine's instructions. */
enum Acceleration {
  /** The processor runs them. */
  KVM("kvm", "host"),

  /** QEMU translates them, on any host. */
  TCG("tcg,thread=multi,tb-size=512", "max");

  /**
   * Hides the processor's fast string instructions, which the kernel prefers. Without them the
   * software RDMA device copies eight aligned bytes by one store, as hardware does.
   */
  private static final String COPY_BY_WORDS = ",-erms,-fsrm";

  private static final Path DEVICE = Path.of("/dev/kvm");
  private static final List<Path> PAGING =
      List.of(
          Path.of("/sys/module/kvm_intel/parameters/ept"),
          Path.of("/sys/module/kvm_amd/parameters/npt"));

  private final String accelerator;
  private final String processor;

  Acceleration(String accelerator, String processor) {
    this.accelerator = accelerator;
    this.processor = processor;
  }

  /** Returns the options for QEMU. */
  List<String> options() {
    return List.of("-accel", accelerator, "-cpu", processor + COPY_BY_WORDS);
  }

  /** Returns the fastest acceleration that works here. */
  static Acceleration best() {
    return Files.isReadable(DEVICE) && Files.isWritable(DEVICE) && pagesInHardware() ? KVM : TCG;
  }

  /**
   * Returns whether the processor translates the guest's pages. A KVM that does so in software, as
   * on some rented machines, takes minutes to boot; emulation is much faster.
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
