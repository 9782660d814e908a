package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Archives of the classes that the jobs of these tests load, as the armci command has them for its
 * own: with them a small job takes little more than half the processor time. They are made by the
 * first test that starts a job, once for a class path and a JDK. The class path is of jars alone,
 * as the JDK archives no class of a folder.
 */
final class JobArchives {
  private static final Path FOLDER = Path.of("target", "job-archives").toAbsolutePath();
  private static final Path LAUNCHER = FOLDER.resolve("launcher.aot");
  private static final Path RANKS = FOLDER.resolve("ranks.jsa");

  /** What they were made of, written when all are there. */
  private static final Path FACTS = FOLDER.resolve("facts");

  private final String classPath;

  private JobArchives(String classPath) {
    this.classPath = classPath;
  }

  /**
   * The archives for the classes that this JVM was started with, but for the tests' own. Two JVMs
   * run tests side by side: the one that comes first makes them, the other waits for it.
   */
  static JobArchives get() {
    try {
      Files.createDirectories(FOLDER.getParent());
      try (FileChannel lock = open(FOLDER.resolveSibling("job-archives.lock"))) {
        lock.lock(); // until it is closed
        return current(entries());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JobArchives current(List<Path> entries) throws IOException {
    List<String> facts = facts(entries);
    if (Files.exists(FACTS) && Files.readAllLines(FACTS).equals(facts)) {
      return new JobArchives(jars(entries));
    }
    empty();
    JobArchives archives = new JobArchives(jars(entries));
    archives.make();
    Files.write(FACTS, facts);
    return archives;
  }

  private static void empty() throws IOException {
    Files.createDirectories(FOLDER);
    try (var former = Files.newDirectoryStream(FOLDER)) {
      for (Path file : former) {
        Files.delete(file);
      }
    }
  }

  /** The options of a launcher whose ranks use archives as it does. */
  List<String> options() {
    return List.of(
        "-XX:AOTCache=" + LAUNCHER,
        "-Xlog:aot=off",
        "-Xlog:cds=off",
        "-Darmci.rankArchive=" + RANKS);
  }

  String classPath() {
    return classPath;
  }

  private static FileChannel open(Path lock) throws IOException {
    return FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** The tests are not among them: threads need their program on a path of its own. */
  private static List<Path> entries() {
    Path tests = Path.of(LaunchedJob.testClasses());
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.isEmpty())
        .map(Path::of)
        .filter(entry -> !entry.equals(tests) && Files.exists(entry))
        .toList();
  }

  /** All that the archives depend on: the JDK and each file. */
  private static List<String> facts(List<Path> entries) throws IOException {
    List<String> facts = new ArrayList<>(List.of(System.getProperty("java.home")));
    for (Path entry : entries) {
      for (Path file : filesBelow(entry)) {
        facts.add(file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
      }
    }
    return facts;
  }

  private static List<Path> filesBelow(Path entry) throws IOException {
    try (Stream<Path> files = Files.walk(entry)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static String jars(List<Path> entries) throws IOException {
    List<String> jars = new ArrayList<>();
    for (Path entry : entries) {
      Path jar = Files.isDirectory(entry) ? FOLDER.resolve(jars.size() + ".jar") : entry;
      if (!Files.exists(jar)) {
        ToolProvider tool = ToolProvider.findFirst("jar").orElseThrow();
        String[] arguments = {"--create", "--file=" + jar, "-C", entry.toString(), "."};
        assertEquals(0, tool.run(System.out, System.err, arguments), "jar of " + entry);
      }
      jars.add(jar.toString());
    }
    return String.join(File.pathSeparator, jars);
  }

  /** From one small job: what its launcher loads, and what its ranks load. */
  private void make() throws IOException {
    List<String> launcher = List.of("-XX:AOTCacheOutput=" + LAUNCHER);
    String lists = "--jvm-arg=-XX:DumpLoadedClassList=" + FOLDER.resolve("rank-%p.classes");
    await(LaunchedJob.command(launcher, classPath, List.of("run", "-n", "2", lists, "hello")));
    Path list = Files.write(FOLDER.resolve("ranks.classes"), classesOfRanks());
    await(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xshare:dump",
            "-XX:SharedClassListFile=" + list,
            "-XX:SharedArchiveFile=" + RANKS,
            "-XX:+UseSerialGC",
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            classPath));
  }

  /** The numbers of classes are each run's own, and nothing in these lists refers to them. */
  private Collection<String> classesOfRanks() throws IOException {
    Set<String> classes = new LinkedHashSet<>();
    try (var lists = Files.newDirectoryStream(FOLDER, "rank-*.classes")) {
      for (Path list : lists) {
        Files.readAllLines(list).forEach(line -> classes.add(line.replaceFirst(" id: \\d+$", "")));
      }
    }
    return classes;
  }

  private static void await(List<String> command) throws IOException {
    try (LaunchedJob job = LaunchedJob.start(Map.of(), command)) {
      assertEquals(0, job.exitCode(), job::toString);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
