package org.armci4j.cli.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What holds for the sources of all modules: names, and what packages say of themselves. */
class SourceTreeTest {
  private static final Set<String> NO_CLASSES = Set.of("package-info.java", "module-info.java");

  /** Nested types: {@link ArchitectureTest}, which sees classes. */
  @Test
  void eachFileNameStandsOnce() {
    Map<String, List<String>> places = new TreeMap<>();
    for (Path module : SourceTree.modules()) {
      for (String part : List.of("main", "test")) {
        for (Path source : SourceTree.sources(module, part)) {
          String file = source.getFileName().toString();
          if (!NO_CLASSES.contains(file)) {
            places.computeIfAbsent(file, _ -> new ArrayList<>()).add(SourceTree.name(source));
          }
        }
      }
    }
    assertTrue(places.size() > 100, "the sources were not found");
    places.values().removeIf(all -> all.size() == 1);
    assertEquals(Map.of(), places, "files with one name: rename all but one");
  }

  @Test
  void everyPackageSaysWhatItIs() {
    Set<String> silent = new TreeSet<>();
    for (Path folder : packages()) {
      if (!Files.exists(folder.resolve("package-info.java"))) {
        silent.add(SourceTree.name(folder));
      }
    }
    assertEquals(
        Set.of(),
        silent,
        "packages without package-info.java: what lives there, what it uses, where to begin");
  }

  private static Set<Path> packages() {
    Set<Path> folders = new TreeSet<>();
    for (Path module : SourceTree.modules()) {
      for (Path source : SourceTree.sources(module, "main")) {
        if (!source.getFileName().toString().equals("module-info.java")) {
          folders.add(source.getParent());
        }
      }
    }
    return folders;
  }
}
