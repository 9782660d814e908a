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
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Makes caches of what the jobs of these tests load, as the armci command does for its own: with
 * them a small job takes less than half the processor time. The first test that starts a job makes
 * them, once for a class path and a JDK. The class path has jars alone, as the JDK caches no class
 * of a folder.
 */
final class JobCaches {
  private static final Path FOLDER = Path.of("target", "job-caches").toAbsolutePath();
  private static final Path LAUNCHER = FOLDER.resolve("launcher.aot");
  static final Path RANKS = FOLDER.resolve("rank.aot");
  private static final String PROPERTY = "-Darmci.rankCaches=" + FOLDER;

  /** File with the facts that the caches depend on, written when all caches are there. */
  private static final Path FACTS = FOLDER.resolve("facts");

  private final String classPath;

  private JobCaches(String classPath) {
    this.classPath = classPath;
  }

  /**
   * Returns the caches for the classes that this JVM was started with, except the tests' own. Two
   * JVMs run tests side by side: the first makes the caches, the other waits for it.
   */
  static JobCaches get() {
    try {
      Files.createDirectories(FOLDER.getParent());
      try (FileChannel lock = open(FOLDER.resolveSibling("job-caches.lock"))) {
        lock.lock(); // held until it is closed
        return current(entries());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JobCaches current(List<Path> entries) throws IOException {
    List<String> facts = facts(entries);
    if (Files.exists(FACTS) && Files.readAllLines(FACTS).equals(facts)) {
      return new JobCaches(jars(entries));
    }
    empty();
    JobCaches caches = new JobCaches(jars(entries));
    caches.make();
    Files.write(FACTS, facts);
    return caches;
  }

  private static void empty() throws IOException {
    Files.createDirectories(FOLDER);
    try (var former = Files.newDirectoryStream(FOLDER)) {
      for (Path file : former) {
        Files.delete(file);
      }
    }
  }

  /** Returns the options of a launcher whose ranks use caches as the launcher does. */
  List<String> options() {
    return List.of("-XX:AOTCache=" + LAUNCHER, "-Xlog:aot=off", "-Xlog:cds=off", PROPERTY);
  }

  String classPath() {
    return classPath;
  }

  private static FileChannel open(Path lock) throws IOException {
    return FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /**
   * Returns the class path without the tests: ranks that are threads need their program on a path
   * of its own. Nor is the HTML checker there: its jar cannot be a module, as a program's runtime
   * may have to be.
   */
  private static List<Path> entries() {
    Path tests = Path.of(LaunchedJob.testClasses());
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.isEmpty())
        .map(Path::of)
        .filter(entry -> !entry.equals(tests) && !entry.toString().contains("/nu/validator/"))
        .filter(Files::exists)
        .toList();
  }

  /** Returns everything that the caches depend on: the JDK and each file. */
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

  /** Makes the jars of ranks, and the caches of ranks and launcher, each from one small job. */
  private void make() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    await(List.of(java, "-cp", classPath, RankJars.class.getName(), FOLDER.toString()));
    String output = "--jvm-arg=-XX:AOTCacheOutput=" + FOLDER.resolve("rank-{rank}.aot");
    run(List.of(PROPERTY), output, RankTraining.class.getName());
    Files.move(FOLDER.resolve("rank-0.aot"), RANKS);
    run(List.of(PROPERTY, "-XX:AOTCacheOutput=" + LAUNCHER), "hello");
  }

  private void run(List<String> options, String... words) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("run", "-n", "2"));
    arguments.addAll(List.of(words));
    await(LaunchedJob.command(options, classPath, arguments));
  }

  private static void await(List<String> command) throws IOException {
    try (LaunchedJob job = LaunchedJob.start(Map.of(), command)) {
      assertEquals(0, job.exitCode(), job::toString);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
