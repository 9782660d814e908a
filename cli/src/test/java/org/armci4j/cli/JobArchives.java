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
 * Makes archives of the classes that the jobs of these tests load, as the armci command does for
 * its own: with them a small job takes little more than half the processor time. The first test
 * that starts a job makes them, once for a class path and a JDK. The class path has jars alone, as
 * the JDK archives no class of a folder.
 */
final class JobArchives {
  private static final Path FOLDER = Path.of("target", "job-archives").toAbsolutePath();
  private static final Path LAUNCHER = FOLDER.resolve("launcher.aot");
  private static final Path RANKS = FOLDER.resolve("ranks.jsa");

  /** File with the facts that the archives depend on, written when all archives are there. */
  private static final Path FACTS = FOLDER.resolve("facts");

  private final String classPath;

  private JobArchives(String classPath) {
    this.classPath = classPath;
  }

  /**
   * Returns the archives for the classes that this JVM was started with, except the tests' own. Two
   * JVMs run tests side by side: the first makes the archives, the other waits for it.
   */
  static JobArchives get() {
    try {
      Files.createDirectories(FOLDER.getParent());
      try (FileChannel lock = open(FOLDER.resolveSibling("job-archives.lock"))) {
        lock.lock(); // held until it is closed
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

  /** Returns the options of a launcher whose ranks use archives as the launcher does. */
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

  /**
   * Returns the class path without the tests: ranks that are threads need their program on a path
   * of its own.
   */
  private static List<Path> entries() {
    Path tests = Path.of(LaunchedJob.testClasses());
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.isEmpty())
        .map(Path::of)
        .filter(entry -> !entry.equals(tests) && Files.exists(entry))
        .toList();
  }

  /** Returns everything that the archives depend on: the JDK and each file. */
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

  /** Makes the archives from one small job: of the launcher's classes, and of the ranks'. */
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

  /**
   * Returns the classes of all ranks without their numbers, which differ from run to run; nothing
   * in these lists refers to them.
   */
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
