package org.armci4j.cli.project;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.armci4j.bootstrap.text.Text;

/**
 * Writes a Maven repository with the modules of this system: their POMs, jars and, where {@code
 * sources} beside the jars has them, sources.
 */
final class ModuleRepository {
  private static final String GROUP = "org.armci4j";
  private static final String SNAPSHOT = "SNAPSHOT";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd.HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Artifacts without a jar, whose POMs are resources of this package. */
  private static final List<String> POMS = List.of("armci4j", "armci4j-bom");

  private final Path folder;
  private final String version;
  private final List<Path> jars;

  /**
   * Describes a repository that is not written yet.
   *
   * @param folder its folder
   * @param version the modules' version
   * @param classPath jars, also of other projects, and folders, which count as no modules
   */
  ModuleRepository(Path folder, String version, String classPath) {
    this.folder = folder;
    this.version = version;
    jars =
        Stream.of(classPath.split(File.pathSeparator, -1))
            .map(Path::of)
            .filter(path -> path.toString().endsWith("-" + version + ".jar"))
            .filter(path -> path.getFileName().toString().startsWith("armci-"))
            .toList();
  }

  /** Writes all files, or none when the modules are no jars, as in an IDE. */
  void write() throws IOException {
    if (jars.isEmpty()) {
      return;
    }
    String build = TIME.format(built()) + "-" + checksum();
    for (String artifact : POMS) {
      try (InputStream pom = ModuleRepository.class.getResourceAsStream(artifact + "/pom.xml")) {
        Files.copy(pom, place(artifact, build, ".pom"));
      }
    }
    for (Path jar : jars) {
      writeModule(jar, build);
    }
  }

  private void writeModule(Path jar, String build) throws IOException {
    String name = jar.getFileName().toString();
    String artifact = name.substring(0, name.length() - version.length() - "-.jar".length());
    try (JarFile content = new JarFile(jar.toFile());
        InputStream pom = pom(content, artifact)) {
      Files.copy(pom, place(artifact, build, ".pom"));
    }
    Files.copy(jar, place(artifact, build, ".jar"));
    Path sources = jar.resolveSibling("sources").resolve(name.replace(".jar", "-sources.jar"));
    if (Files.exists(sources)) {
      Files.copy(sources, place(artifact, build, "-sources.jar"));
    }
  }

  private static InputStream pom(JarFile jar, String artifact) throws IOException {
    return jar.getInputStream(
        jar.getEntry("META-INF/maven/" + GROUP + "/" + artifact + "/pom.xml"));
  }

  /**
   * Returns the path of an artifact's file, and writes the metadata beside it that name the build
   * of a snapshot.
   */
  private Path place(String artifact, String build, String suffix) throws IOException {
    Path place = folder.resolve(GROUP.replace('.', '/')).resolve(artifact).resolve(version);
    Files.createDirectories(place);
    String exact = version;
    if (version.endsWith(SNAPSHOT)) {
      exact = version.replace(SNAPSHOT, build);
      Files.writeString(place.resolve("maven-metadata.xml"), metadata(artifact, build));
    }
    return place.resolve(artifact + "-" + exact + suffix);
  }

  /**
   * Returns the metadata by which Maven distinguishes this build from others of the same version.
   * Maven would never look up a name without a build again.
   */
  private String metadata(String artifact, String build) {
    String[] parts = build.split("-", -1);
    return Text.format(
        """
        <metadata>
          <groupId>%s</groupId>
          <artifactId>%s</artifactId>
          <version>%s</version>
          <versioning>
            <snapshot>
              <timestamp>%s</timestamp>
              <buildNumber>%s</buildNumber>
            </snapshot>
            <lastUpdated>%s</lastUpdated>
          </versioning>
        </metadata>
        """,
        GROUP, artifact, version, parts[0], parts[1], parts[0].replace(".", ""));
  }

  /** Returns the time of the newest jar. An archive gives all jars one time. */
  private Instant built() throws IOException {
    Instant newest = Instant.EPOCH;
    for (Path jar : jars) {
      Instant made = Files.getLastModifiedTime(jar).toInstant();
      newest = made.isAfter(newest) ? made : newest;
    }
    return newest;
  }

  /** Returns the build's number for Maven, which has at most 31 bits. */
  private long checksum() throws IOException {
    CRC32 sum = new CRC32();
    for (Path jar : jars) {
      sum.update(Files.readAllBytes(jar));
    }
    return sum.getValue() >>> 1;
  }
}
