package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The bill of materials, which has no parent and so repeats what the parent knows. */
class BomTest {
  private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(armci-.*)</artifactId>");
  private static final Pattern VERSION =
      Pattern.compile("<artifactId>armci4j[a-z-]*</artifactId>\\s*<version>(.*)</version>");

  /** Folders that no project depends on. */
  private static final Set<String> OF_NOBODY =
      Set.of("bom", "distribution", "lab", "lab/contracts");

  private static final Path ROOT = Path.of("..");

  @Test
  void itNamesAllModulesOfTheProduct() throws IOException {
    Set<String> modules = new TreeSet<>();
    for (String folder : all(MODULE, ROOT)) {
      if (!OF_NOBODY.contains(folder)) {
        String pom = Files.readString(ROOT.resolve(folder).resolve("pom.xml"));
        Matcher own = ARTIFACT.matcher(pom.substring(pom.indexOf("</parent>")));
        own.find();
        modules.add(own.group(1));
      }
    }
    assertEquals(modules, all(ARTIFACT, ROOT.resolve("bom")));
  }

  @Test
  void itHasTheVersionOfTheParent() throws IOException {
    assertEquals(all(VERSION, ROOT), all(VERSION, ROOT.resolve("bom")));
  }

  private static Set<String> all(Pattern pattern, Path folder) throws IOException {
    Set<String> found = new TreeSet<>();
    pattern
        .matcher(Files.readString(folder.resolve("pom.xml")))
        .results()
        .forEach(match -> found.add(match.group(1)));
    return found;
  }
}
