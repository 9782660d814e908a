package org.armci4j.lab.machine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Chooses a machine's default number of cores: two, but one if a QEMU before 8.1 emulates them.
 * Such a QEMU translates code while another core of the machine changes it, and a JVM changes its
 * code all the time. On Debian 12's QEMU 7.2 with two cores, SIGABRT ended the JVM in 3 of 7 longer
 * programs; with one core, in none.
 */
final class DefaultCores {
  private static final int USUAL = 2;
  private static final Pattern VERSION = Pattern.compile("version (\\d+)\\.(\\d+)");

  private DefaultCores() {}

  /** Returns the default on this host. Explains a single core on standard error. */
  static int here(Acceleration acceleration) {
    String version = acceleration == Acceleration.TCG ? versionText() : "";
    int cores = cores(acceleration, version);
    if (cores < USUAL) {
      System.err.printf(
          Locale.ROOT,
          "armci lab: one core: with more, %s may run a JVM's code in halves; --cpus overrides%n",
          version.lines().findFirst().orElse("this QEMU"));
    }
    return cores;
  }

  /**
   * Returns the default for a version of QEMU.
   *
   * @param version QEMU's own text; without a version number in it, an old QEMU is assumed
   */
  static int cores(Acceleration acceleration, String version) {
    if (acceleration == Acceleration.KVM) {
      return USUAL;
    }
    Matcher found = VERSION.matcher(version);
    if (!found.find()) {
      return 1;
    }
    int major = Integer.parseInt(found.group(1));
    int minor = Integer.parseInt(found.group(2));
    return major > 8 || (major == 8 && minor >= 1) ? USUAL : 1;
  }

  private static String versionText() {
    try {
      Process process = new ProcessBuilder("qemu-system-x86_64", "--version").start();
      try (InputStream text = process.getInputStream()) {
        return new String(text.readAllBytes(), StandardCharsets.UTF_8);
      }
    } catch (IOException absent) {
      return "";
    }
  }
}
