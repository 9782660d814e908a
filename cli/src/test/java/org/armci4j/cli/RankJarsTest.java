package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankJarsTest {
  private static final String SERVICES = "META-INF/services/org.example.Service";

  @TempDir Path folder;

  @Test
  void aJoinedJarHasTheFirstOfEachFileAndAllServices() throws IOException {
    Path first = jar("first.jar", Map.of("a", "1", SERVICES, "org.example.One"));
    Path second =
        jar(
            "second.jar",
            Map.of(
                "a",
                "2",
                "b",
                "2",
                SERVICES,
                "org.example.Two\n",
                "module-info.class",
                "",
                "META-INF/versions/9/module-info.class",
                "",
                "META-INF/MANIFEST.MF",
                "Main-Class: x"));
    Path joined = folder.resolve("joined.jar");
    RankJars.join(List.of(first, second), joined);
    assertEquals(
        Map.of(
            "a",
            "1",
            "b",
            "2",
            SERVICES,
            "org.example.One\norg.example.Two\n\n",
            "META-INF/MANIFEST.MF",
            "Manifest-Version: 1.0\nMulti-Release: true\n"),
        entries(joined));
  }

  private Path jar(String name, Map<String, String> entries) throws IOException {
    Path jar = folder.resolve(name);
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    return jar;
  }

  private static Map<String, String> entries(Path jar) throws IOException {
    Map<String, String> entries = new LinkedHashMap<>();
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(jar))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        entries.put(entry.getName(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return entries;
  }
}
