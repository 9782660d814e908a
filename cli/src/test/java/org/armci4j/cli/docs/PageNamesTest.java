package org.armci4j.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.armci4j.cli.architecture.SourceTree;
import org.junit.jupiter.api.Test;

/** Classes and files that the pages name as code exist, so that a reader finds them. */
class PageNamesTest {
  /**
   * A class, alone or with a member: {@code Armci}, {@code Armci.share}, {@code Text.format(…)}.
   */
  private static final Pattern CLASS =
      Pattern.compile("([A-Z]\\w*[a-z]\\w*)(?:\\.\\w+)?(?:\\(.*\\))?");

  private static final Pattern FILE = Pattern.compile("[\\w.-]+(?:/[\\w.-]+)+/?");
  private static final Pattern DECLARATION =
      Pattern.compile("\\b(?:class|interface|enum|record) (\\w+)");

  /** Where the JDK has the classes that pages name. */
  private static final List<String> OF_THE_JDK =
      List.of("java.lang.", "java.lang.foreign.", "java.util.", "jdk.internal.foreign.");

  /** Words of others: of Slurm, PCJ, and of the functions of ARMCI, Global Arrays and MPI. */
  private static final Pattern OTHERS =
      Pattern.compile("KillWait|Nb|PcjFuture|(?:ARMCI|N?GA|MPIX?)_\\w+");

  private static final Set<String> CLASSES = classes();

  @Test
  void whatThePagesNameExists() {
    Set<String> missing = new TreeSet<>();
    int found = 0;
    for (Path page : Pages.all()) {
      for (String code : Pages.inlineCode(page)) {
        if (exists(code)) {
          found++;
        } else {
          missing.add(Pages.name(page) + ": " + code);
        }
      }
    }
    assertEquals(Set.of(), missing, "code in pages that names no class or file");
    assertTrue(found > 1000, "pieces of code found: " + found);
  }

  @Test
  void theGalleryShowsEveryExample() throws IOException {
    Properties examples = new Properties();
    try (Reader names =
        Files.newBufferedReader(
            Pages.ROOT.resolve("examples/src/main/resources/META-INF/armci/examples.properties"))) {
      examples.load(names);
    }
    String gallery = Files.readString(Pages.ROOT.resolve("docs/examples.md"));
    Set<String> shown =
        Pattern.compile("(?m)^\\| `\\./armci run -n \\d (\\w+)")
            .matcher(gallery)
            .results()
            .map(row -> row.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(new TreeSet<>(examples.stringPropertyNames()), shown);
  }

  @Test
  void wrongNamesAreFound() {
    assertTrue(exists("Armci.share") && exists("MemorySegment.copy") && exists("armci run"));
    assertTrue(exists("armci-core/pom.xml") && exists("target/lab") && exists("/dev/kvm"));
    assertTrue(exists("docs/NAME"));
    assertTrue(!exists("NoSuchClass") && !exists("NoSuchClass.share()"));
    assertTrue(!exists("armci-core/nothing.txt") && !exists("docs/nowhere"));
  }

  /** True also for code that is neither a class nor a file of the checkout. */
  private static boolean exists(String code) {
    Matcher type = CLASS.matcher(code);
    if (type.matches()) {
      String name = type.group(1);
      return CLASSES.contains(name) || OTHERS.matcher(name).matches() || isOfTheJdk(name);
    }
    return !FILE.matcher(code).matches() || !isOfTheCheckout(code) || isThere(code);
  }

  /** What a build makes is not there before it, and a name in capitals stands for another one. */
  private static boolean isOfTheCheckout(String file) {
    List<String> parts = List.of(file.split("/"));
    return Files.isDirectory(Pages.ROOT.resolve(parts.getFirst()))
        && parts.stream().noneMatch(part -> part.equals("target") || part.matches("[A-Z]+"));
  }

  private static boolean isThere(String file) {
    return Files.exists(Pages.ROOT.resolve(file));
  }

  private static boolean isOfTheJdk(String name) {
    return OF_THE_JDK.stream()
        .map(packagePrefix -> "/" + (packagePrefix + name).replace('.', '/') + ".class")
        .anyMatch(file -> Object.class.getResource(file) != null);
  }

  private static Set<String> classes() {
    Set<String> names = new HashSet<>();
    try {
      for (Path module : SourceTree.modules()) {
        for (String part : List.of("main", "test")) {
          for (Path source : SourceTree.sources(module, part)) {
            Matcher declaration = DECLARATION.matcher(Files.readString(source));
            while (declaration.find()) {
              names.add(declaration.group(1));
            }
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }
}
