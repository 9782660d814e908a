package org.armci4j.cli.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the repository in which Maven finds the modules of a new project. {@code NewProjectTest}
 * lets Maven look.
 */
class ModuleRepositoryTest {
  private static final Instant BUILT = Instant.parse("2026-03-04T05:06:07Z");

  @TempDir Path folder;

  @Test
  void aReleaseLiesUnderItsName() throws IOException {
    String path = jar("1.2.0", "class") + ":" + folder.resolve("classes");
    new ModuleRepository(folder.resolve("it"), "1.2.0", path).write();
    assertEquals(
        List.of(
            "armci-core/1.2.0/armci-core-1.2.0-sources.jar",
            "armci-core/1.2.0/armci-core-1.2.0.jar",
            "armci-core/1.2.0/armci-core-1.2.0.pom",
            "armci4j-bom/1.2.0/armci4j-bom-1.2.0.pom",
            "armci4j/1.2.0/armci4j-1.2.0.pom"),
        files("it"));
    Path pom = folder.resolve("it/org/armci4j/armci-core/1.2.0/armci-core-1.2.0.pom");
    assertEquals("the POM", Files.readString(pom));
  }

  /** Requires another name for each build, because Maven keeps a build that it has seen. */
  @Test
  void eachBuildOfASnapshotHasItsOwnName() throws IOException {
    String path = jar("1.2.0-SNAPSHOT", "class");
    new ModuleRepository(folder.resolve("one"), "1.2.0-SNAPSHOT", path).write();
    new ModuleRepository(folder.resolve("same"), "1.2.0-SNAPSHOT", path).write();
    assertEquals(files("one"), files("same"));

    jar("1.2.0-SNAPSHOT", "another class");
    new ModuleRepository(folder.resolve("other"), "1.2.0-SNAPSHOT", path).write();
    assertNotEquals(files("one"), files("other"));

    String place = "armci-core/1.2.0-SNAPSHOT/";
    assertTrue(files("one").contains(place + "maven-metadata.xml"));
    assertTrue(
        files("one").getFirst().startsWith(place + "armci-core-1.2.0-20260304.050607-"),
        () -> files("one").toString());
  }

  @Test
  void classesWithoutJarsMakeNoRepository() throws IOException {
    new ModuleRepository(folder.resolve("it"), "1.2.0", folder.toString()).write();
    assertTrue(Files.notExists(folder.resolve("it")));
  }

  /** Makes a jar of a module with its sources, of a given content; returns the path of the jar. */
  private String jar(String version, String content) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("lib/sources"));
    Files.writeString(sources.resolve("armci-core-" + version + "-sources.jar"), "sources");
    Path jar = folder.resolve("lib/armci-core-" + version + ".jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      put(entries, "META-INF/maven/org.armci4j/armci-core/pom.xml", "the POM");
      put(entries, "A.class", content);
    }
    Files.setLastModifiedTime(jar, FileTime.from(BUILT));
    return jar.toString();
  }

  private static void put(JarOutputStream jar, String name, String text) throws IOException {
    JarEntry entry = new JarEntry(name);
    entry.setTime(0);
    jar.putNextEntry(entry);
    jar.write(text.getBytes(StandardCharsets.UTF_8));
    jar.closeEntry();
  }

  private List<String> files(String repository) {
    Path root = folder.resolve(repository).resolve("org/armci4j");
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
