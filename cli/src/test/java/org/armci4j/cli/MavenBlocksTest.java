package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.armci4j.cli.docs.Pages;
import org.armci4j.cli.docs.Pages.Block;
import org.junit.jupiter.api.Test;

/**
 * Checks that the POMs in the documentation name versions, and those that this build uses. Without
 * a version Maven 3.8 takes a Surefire that runs no test of JUnit 5. {@link NewProjectTest} builds
 * the whole one.
 */
class MavenBlocksTest {
  private static final Pattern PLUGIN =
      Pattern.compile("<plugin>\\s*<artifactId>(.*)</artifactId>(\\s*<version>.*</version>)?");
  private static final Pattern BOM =
      Pattern.compile("<artifactId>armci4j-bom</artifactId>\\s*<version>(.*)</version>");

  @Test
  void pluginsInThePagesHaveTheVersionsOfThisBuild() throws IOException {
    String parent = Files.readString(Path.of("../pom.xml"));
    List<String> wrong = new ArrayList<>();
    for (Block block : blocks()) {
      for (MatchResult plugin : all(PLUGIN, block.text())) {
        String name = plugin.group(1);
        String version = String.valueOf(plugin.group(2)).strip();
        Pattern ours =
            Pattern.compile("<artifactId>" + name + "</artifactId>\\s*\\Q" + version + "\\E");
        if (!ours.matcher(parent).find()) {
          wrong.add(block.place() + ": " + name + " " + version);
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void theBillOfMaterialsHasThisVersion() throws IOException {
    String bom = Files.readString(Path.of("../bom/pom.xml"));
    String version = all(BOM, bom).getFirst().group(1);
    assertEquals(version, all(BOM, wholePom()).getFirst().group(1));
  }

  /** Returns the POM that is a whole file. */
  static String wholePom() {
    List<Block> whole =
        blocks().stream().filter(block -> block.text().startsWith("<project")).toList();
    assertEquals(1, whole.size(), "whole POMs in the pages");
    return whole.getFirst().text();
  }

  private static List<Block> blocks() {
    List<Block> blocks =
        Pages.blocks().stream().filter(block -> block.language().equals("xml")).toList();
    assertTrue(blocks.size() > 0, "no block of XML in the pages");
    return blocks;
  }

  private static List<MatchResult> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
  }
}
