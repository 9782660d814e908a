package org.armci4j.lab.machine;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.armci4j.bootstrap.text.Text;

/** Finds the host's programs and files that the lab needs, and the Debian packages with them. */
final class Tools {
  /** Programs that make kernel and initramfs, with their packages. */
  private static final Map<String, String> PREPARATION =
      Map.of(
          "dpkg-deb",
          "dpkg",
          "xz",
          "xz-utils",
          "depmod",
          "kmod",
          "cpio",
          "cpio",
          "busybox",
          "busybox-static");

  /** Programs and files that run the machines or run inside them, with their packages. */
  private static final Map<String, String> EVERY_RUN =
      Map.of(
          "qemu-system-x86_64", "qemu-system-x86",
          "modprobe", "kmod",
          "ip", "iproute2",
          "rdma", "iproute2",
          "setpriv", "util-linux",
          "ibv_devinfo", "ibverbs-utils",
          "ib_write_lat", "perftest",
          "/etc/libibverbs.d/rxe.driver", "ibverbs-providers",
          "/etc/rdma", "rdma-core");

  private static final Map<String, String> TWO_HOSTS =
      Map.of("sshd", "openssh-server", "ssh", "openssh-client", "ssh-keygen", "openssh-client");

  private final List<Path> folders;

  /** Creates a search in the folders of a path, and in the administrator's. */
  Tools(String path) {
    folders =
        Stream.concat(
                Arrays.stream(path.split(File.pathSeparator)), Stream.of("/usr/sbin", "/sbin"))
            .filter(folder -> !folder.isEmpty())
            .map(Path::of)
            .toList();
  }

  static Tools ofThisHost() {
    return new Tools(Objects.requireNonNullElse(System.getenv("PATH"), "/usr/bin:/bin"));
  }

  /** Installs the missing packages of a run, or throws with the names of the packages. */
  void provideForRun(int hosts) {
    Map<String, String> needed = new LinkedHashMap<>(EVERY_RUN);
    if (hosts > 1) {
      needed.putAll(TWO_HOSTS);
    }
    provide(needed);
  }

  /** Does the same for the packages that fill the cache. */
  void provideForPreparation() {
    if (find("apt-get") == null) {
      throw new LabException(
          "the lab takes its kernel from apt, which this host has not; run it on Debian, or name"
              + " with --cache a folder that another host has filled");
    }
    provide(PREPARATION);
  }

  private void provide(Map<String, String> needed) {
    List<String> packages = missing(needed);
    if (packages.isEmpty()) {
      return;
    }
    String command = "apt-get install " + String.join(" ", packages);
    if (find("apt-get") == null || !isRoot()) {
      throw new LabException("the lab needs packages that are not installed; as root: " + command);
    }
    System.err.println("armci lab: " + command);
    install(packages);
    List<String> still = missing(needed);
    if (!still.isEmpty()) {
      throw new LabException(
          Text.format(
              "these packages are still missing after '%s': %s", command, String.join(" ", still)));
    }
  }

  /** Returns the packages of absent programs and files, each once, in alphabetical order. */
  List<String> missing(Map<String, String> needed) {
    return needed.entrySet().stream()
        .filter(tool -> find(tool.getKey()) == null)
        .map(Map.Entry::getValue)
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns the path of a program, or of a file if the name is a path; null if there is none. */
  Path find(String name) {
    return folders.stream()
        .map(folder -> folder.resolve(name))
        .filter(name.startsWith("/") ? Files::exists : Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static void install(List<String> packages) {
    List<String> command =
        new ArrayList<>(List.of("apt-get", "-qq", "-y", "--no-install-recommends", "install"));
    command.addAll(packages);
    OutputStream unseen = OutputStream.nullOutputStream(); // hundreds of lines
    if (run(command, unseen) != 0) {
      run(List.of("apt-get", "-qq", "update"), System.err); // old lists are the usual reason
      run(command, System.err);
    }
  }

  private static int run(List<String> command, OutputStream printed) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
    return finish(builder, printed);
  }

  /** Runs a program to its end; copies its output to standard error. */
  static int finish(ProcessBuilder builder) {
    return finish(builder, System.err);
  }

  private static int finish(ProcessBuilder builder, OutputStream printed) {
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.redirectErrorStream(true);
    try {
      Process process = builder.start();
      try (var output = process.getInputStream()) {
        output.transferTo(printed);
      }
      return process.waitFor();
    } catch (IOException e) {
      throw new LabException("cannot run " + builder.command() + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted while " + builder.command() + " ran", e);
    }
  }
}
