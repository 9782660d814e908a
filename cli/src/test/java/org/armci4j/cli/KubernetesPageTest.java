package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.cli.docs.Pages;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the Job of the page about Kubernetes as it stands there, on pods of this host. Each pod has
 * its own network, processes, host name, memory and file system, and nothing but Ethernet between
 * them.
 */
@Tag("long")
class KubernetesPageTest {
  /**
   * Makes a pod: the host's programs and libraries, but its own /etc, /app, /proc, /tmp and
   * /dev/shm. Runs its arguments.
   */
  private static final String POD =
      """
      set -e
      hostname "$NAME"
      mount -t tmpfs pod "$ROOT"
      for entry in /*; do
        own=$ROOT$entry
        case $entry in /etc | /proc | /app | /tmp) continue ;; esac
        if [ -L "$entry" ]; then cp -a "$entry" "$own"
        elif [ -d "$entry" ]; then mkdir "$own"; mount --rbind "$entry" "$own"; fi
      done
      cp -a /etc "$ROOT/etc"
      mkdir -p "$ROOT/proc" "$ROOT/app" "$ROOT/etc/armci"
      mkdir -m 1777 "$ROOT/tmp"
      mount -t proc proc "$ROOT/proc"
      mount -t tmpfs shm "$ROOT/dev/shm"
      mount --bind "$IMAGE" "$ROOT/app"
      cp "$HOSTS" "$ROOT/etc/hosts"
      cp "$SECRET" "$ROOT/etc/armci/secret"
      chown 0:"$FS_GROUP" "$ROOT/etc/armci/secret"
      chmod "$SECRET_MODE" "$ROOT/etc/armci/secret"
      exec chroot "$ROOT" setpriv --reuid="$RUN_AS" --regid=0 --groups="$FS_GROUP" "$@"
      """;

  @TempDir(cleanup = CleanupMode.ALWAYS)
  private Path folder;

  /** Holds the blocks of the page: the manifest, and the command that makes its secret. */
  private static final class Manifest {
    private final String yaml =
        Pages.blocks().stream()
            .filter(block -> block.language().equals("yaml") && block.text().contains("kind: Job"))
            .map(Pages.Block::text)
            .findFirst()
            .orElseThrow();

    String value(String key) {
      return first(yaml, Pattern.quote(key) + ": *([^,\\s}]+)");
    }

    /** Returns the words of the command, which may have quotes. */
    List<String> command() {
      return Stream.of(first(yaml, "command: \\[(.*)]").split(", *", -1))
          .map(word -> word.replace("\"", ""))
          .toList();
    }

    Map<String, String> environment() {
      Map<String, String> variables = new LinkedHashMap<>();
      Matcher each = Pattern.compile("name: (ARMCI_\\w+), value: \"?([^\"\\s}]+)\"?").matcher(yaml);
      while (each.find()) {
        variables.put(each.group(1), each.group(2));
      }
      return variables;
    }

    /** Returns the shell command behind the name of the secret's file. */
    static String secretCommand() {
      return first(
          Pages.inlineCodeThatBegins("kubectl create secret generic").getFirst().text(),
          "--from-literal=secret=\\$\\((.*)\\)");
    }

    private static String first(String text, String pattern) {
      Matcher found = Pattern.compile(pattern).matcher(text);
      assertTrue(found.find(), () -> pattern + " is missing in\n" + text);
      return found.group(1);
    }
  }

  @Test
  void theJobRunsAsItIsWritten() throws Exception {
    Prerequisite.requireProgram("unshare", "util-linux");
    Prerequisite.requireProgram("openssl", "openssl");
    Manifest manifest = new Manifest();
    int pods = Integer.parseInt(manifest.value("completions"));
    folder.toFile().setExecutable(true, false);
    try (NamespaceHosts hosts = NamespaceHosts.make(pods)) {
      prepare(manifest, hosts, pods);
      List<LaunchedJob> ranks = new ArrayList<>();
      try {
        for (int index = 0; index < pods; index++) {
          ranks.add(start(manifest, hosts, index));
        }
        for (LaunchedJob rank : ranks) {
          assertEquals(0, rank.exitCode(), rank::toString);
          assertEquals(1, rank.awaitLines(1, "right: ").size());
        }
      } finally {
        ranks.forEach(LaunchedJob::close);
      }
    }
  }

  /** Makes the image, the pods' names, and the secret. */
  private void prepare(Manifest manifest, NamespaceHosts hosts, int pods) throws Exception {
    makeImage();
    String job = manifest.value("metadata: { name");
    String domain = manifest.value("subdomain");
    String names =
        IntStream.range(0, pods)
            .mapToObj(
                index ->
                    Text.format(
                        "%s %s-%d.%s %s-%d\n",
                        hosts.address(index), job, index, domain, job, index))
            .collect(Collectors.joining("", "127.0.0.1 localhost\n", ""));
    Files.writeString(folder.resolve("hosts"), names);
    Process made =
        new ProcessBuilder("sh", "-c", Manifest.secretCommand())
            .redirectOutput(folder.resolve("secret").toFile())
            .start();
    assertTrue(made.waitFor(10, TimeUnit.SECONDS) && made.exitValue() == 0);
  }

  /** Makes an image of this test's class path: its jars, and a jar of each folder. */
  private void makeImage() throws Exception {
    Path image = Files.createDirectory(folder.resolve("app"));
    int number = 0;
    for (String entry : System.getProperty("java.class.path").split(":", -1)) {
      Path jar = image.resolve(Text.format("%03d.jar", number++));
      if (Files.isDirectory(Path.of(entry))) {
        archive(Path.of(entry), jar);
      } else if (entry.endsWith(".jar")) {
        Files.copy(Path.of(entry), jar);
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
      }
    }
  }

  private static void archive(Path classes, Path jar) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      out.setLevel(Deflater.NO_COMPRESSION);
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
  }

  private LaunchedJob start(Manifest manifest, NamespaceHosts hosts, int index) throws IOException {
    Map<String, String> environment = new LinkedHashMap<>(manifest.environment());
    environment.put("JOB_COMPLETION_INDEX", Integer.toString(index));
    environment.put("NAME", manifest.value("metadata: { name") + "-" + index);
    environment.put(
        "ROOT", Files.createDirectory(folder.resolve("pod" + index)).toAbsolutePath().toString());
    environment.put("IMAGE", folder.resolve("app").toString());
    environment.put("HOSTS", folder.resolve("hosts").toString());
    environment.put("SECRET", folder.resolve("secret").toString());
    environment.put("SECRET_MODE", manifest.value("defaultMode"));
    environment.put("RUN_AS", manifest.value("runAsUser"));
    environment.put("FS_GROUP", manifest.value("fsGroup"));
    List<String> command =
        new ArrayList<>(
            List.of("ip", "netns", "exec", hosts.name(index), "unshare", "--uts", "--ipc"));
    command.addAll(List.of("--mount", "--pid", "--fork", "--kill-child", "sh", "-c", POD, "pod"));
    command.addAll(program(manifest));
    return LaunchedJob.start(environment, command);
  }

  /** Returns the command of the manifest, with the program of this test's image. */
  private static List<String> program(Manifest manifest) {
    List<String> command = new ArrayList<>(manifest.command());
    assertEquals("java", command.getFirst());
    command.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    assertEquals("org.example.Main", command.removeLast());
    command.addAll(List.of(HostProbe.class.getName(), "500"));
    return command;
  }
}
