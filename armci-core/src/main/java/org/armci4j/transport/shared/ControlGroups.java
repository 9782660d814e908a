package org.armci4j.transport.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The control groups whose memory limits hold for this process: its own and all visible ones above
 * it. Batch systems, containers and services each set limits at a level of their own. Both versions
 * of the kernel's interface are read.
 *
 * <p>Source: the kernel's Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst.
 */
final class ControlGroups {
  /** File and field names in one version of the kernel's interface. */
  private enum CgroupVersion {
    V1("memory.limit_in_bytes", "memory.usage_in_bytes", "total_"),
    V2("memory.max", "memory.current", "");

    private final String limit;
    private final String used;
    private final String hierarchical;

    CgroupVersion(String limit, String used, String hierarchical) {
      this.limit = limit;
      this.used = used;
      this.hierarchical = hierarchical;
    }
  }

  private final CgroupVersion version;
  private final List<Path> groups;

  private ControlGroups(CgroupVersion version, List<Path> groups) {
    this.version = version;
    this.groups = groups;
  }

  /**
   * Returns the control groups of a process.
   *
   * @param process its folder below /proc
   * @throws IOException when the kernel has control groups but their names cannot be read
   */
  static ControlGroups of(Path process) throws IOException {
    Path groups = process.resolve("cgroup");
    if (!Files.isReadable(groups)) {
      return new ControlGroups(CgroupVersion.V2, List.of());
    }
    List<String> mounts = Files.readAllLines(process.resolve("mountinfo"));
    List<String> memberships = Files.readAllLines(groups);
    for (String membership : memberships) {
      String[] parts = membership.split(":", 3); // number, controllers, path
      if (Arrays.asList(parts[1].split(",")).contains("memory")) {
        return new ControlGroups(CgroupVersion.V1, chain(mounts, "cgroup", "memory", parts[2]));
      }
    }
    for (String membership : memberships) {
      if (membership.startsWith("0::")) {
        String path = membership.substring(3);
        return new ControlGroups(CgroupVersion.V2, chain(mounts, "cgroup2", "", path));
      }
    }
    return new ControlGroups(CgroupVersion.V2, List.of());
  }

  /**
   * Returns a group and all above it, up to the mount point.
   *
   * @param mounts lines of mountinfo
   * @param option an option that the mounted file system must have; may be empty
   * @param path of the group, from the root of all groups or from that of a container
   */
  private static List<Path> chain(List<String> mounts, String type, String option, String path) {
    for (String mount : mounts) {
      String[] halves = mount.split(" - ", 2);
      String[] left = halves[0].split(" ", -1);
      String[] right = halves[1].split(" ", -1);
      boolean has = option.isEmpty() || Arrays.asList(right[2].split(",")).contains(option);
      if (right[0].equals(type) && has) {
        Path root = Path.of(unescape(left[3]));
        Path top = Path.of(unescape(left[4]));
        return chain(top, below(root, Path.of(path)));
      }
    }
    return List.of();
  }

  /**
   * Returns the group's path below the mount's root. A container may see its own group as that
   * root.
   */
  private static Path below(Path root, Path path) {
    return path.startsWith(root) ? root.relativize(path) : Path.of("");
  }

  private static List<Path> chain(Path top, Path below) {
    List<Path> groups = new ArrayList<>();
    Path group = top.resolve(below).normalize();
    while (group.startsWith(top)) {
      groups.add(group);
      group = group.getParent();
    }
    return groups;
  }

  /** Decodes a field: mountinfo writes a blank as {@code \040}. */
  private static String unescape(String field) {
    return field.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\");
  }

  /**
   * Returns the tightest of all limits.
   *
   * @return how much may still be used, and where; {@link Long#MAX_VALUE} where nothing limits
   * @throws IOException when an existing limit cannot be read
   */
  FreeMemory.Limit free() throws IOException {
    long least = Long.MAX_VALUE;
    Path tightest = null;
    for (Path group : groups) {
      long free = free(group);
      if (free < least) {
        least = free;
        tightest = group;
      }
    }
    return new FreeMemory.Limit(
        least, "the memory limit of control group " + tightest + " (raise it)");
  }

  private long free(Path group) throws IOException {
    Path limitFile = group.resolve(version.limit);
    Path usedFile = group.resolve(version.used);
    if (!Files.isReadable(limitFile) || !Files.isReadable(usedFile)) {
      return Long.MAX_VALUE; // the root of version 2 has none
    }
    String limit = Files.readString(limitFile).strip();
    if (limit.equals("max")) {
      return Long.MAX_VALUE;
    }
    long used = Long.parseLong(Files.readString(usedFile).strip()) - reclaimable(group);
    return Math.max(0, Long.parseLong(limit) - Math.max(0, used));
  }

  /**
   * Returns the cached pages of files, which the kernel reclaims before it kills a process. Shared
   * memory counts as cache too but cannot be reclaimed; it is not on these two lists.
   */
  private long reclaimable(Path group) throws IOException {
    Path file = group.resolve("memory.stat");
    long sum = 0;
    if (Files.isReadable(file)) {
      for (String line : Files.readAllLines(file)) {
        if (line.startsWith(version.hierarchical + "inactive_file ")
            || line.startsWith(version.hierarchical + "active_file ")) {
          sum += Long.parseLong(line.substring(line.indexOf(' ') + 1).strip());
        }
      }
    }
    return sum;
  }
}
