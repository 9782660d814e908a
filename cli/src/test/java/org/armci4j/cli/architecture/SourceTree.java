package org.armci4j.cli.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Lists the checkout's modules and their Java sources. */
public final class SourceTree {
  /** Root of the checkout: tests run in the folder of their module. */
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");

  private SourceTree() {}

  /**
   * Returns the folders of the modules that the parent POM names and that have sources, such as
   * {@code armci-core}. A user's project beside them is no module.
   */
  public static List<Path> modules() {
    try {
      return MODULE
          .matcher(Files.readString(ROOT.resolve("pom.xml")))
          .results()
          .map(module -> ROOT.resolve(module.group(1)))
          .filter(folder -> Files.isDirectory(folder.resolve("src")))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the Java files of a module below {@code src/main} or {@code src/test}. */
  public static List<Path> sources(Path module, String part) {
    Path folder = module.resolve("src").resolve(part).resolve("java");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> found = Files.walk(folder)) {
      return found.filter(path -> path.toString().endsWith(".java")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the name of the module's folder in the checkout. */
  static String name(Path module) {
    return ROOT.relativize(module).toString();
  }

  /** Returns the module of each package that has main classes. */
  static Map<String, String> modulesOfPackages() {
    Map<String, String> modules = new TreeMap<>();
    for (Path module : modules()) {
      Path folder = module.resolve("src/main/java");
      for (Path source : sources(module, "main")) {
        if (!source.getFileName().toString().equals("module-info.java")) {
          String place = folder.relativize(source.getParent()).toString();
          modules.put(place.replace('/', '.'), name(module));
        }
      }
    }
    return modules;
  }
}
