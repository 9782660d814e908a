package org.armci4j.cli;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.armci4j.bootstrap.launch.plan.ClassPath;
import org.armci4j.bootstrap.launch.plan.ProgramCatalog;

/**
 * Joins the jars of the class path to two: the runtime's, and those that offer programs. Ranks
 * start from them, as a JVM takes about a millisecond for each jar that it opens.
 */
public final class RankJars implements Closeable {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  private final ZipOutputStream out;
  private final Set<String> written = new HashSet<>();

  /** Lists of which several jars have a part, such as those of services. */
  private final Map<String, ByteArrayOutputStream> lists = new LinkedHashMap<>();

  private RankJars(Path target) throws IOException {
    out = new ZipOutputStream(Files.newOutputStream(target));
    out.setLevel(Deflater.BEST_SPEED);
    String manifest = "Manifest-Version: 1.0\nMulti-Release: true\n";
    put(MANIFEST, manifest.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Writes {@code runtime.jar} and {@code programs.jar}; only the armci script starts this class.
   *
   * @param args the folder
   */
  public static void main(String[] args) throws IOException {
    write(Path.of(args[0]), ClassPath.own());
  }

  /** Writes both jars, from the jars of a class path. */
  static void write(Path folder, List<String> jars) throws IOException {
    Set<Path> places = new ProgramCatalog(RankJars.class.getClassLoader()).places();
    Map<Boolean, List<Path>> byKind =
        jars.stream()
            .map(jar -> Path.of(jar).toAbsolutePath().normalize())
            .collect(Collectors.partitioningBy(places::contains));
    join(byKind.get(true), folder.resolve("programs.jar"));
    join(byKind.get(false), folder.resolve("runtime.jar"));
  }

  static void join(List<Path> jars, Path target) throws IOException {
    Path unfinished = target.resolveSibling(target.getFileName() + ".new");
    try (RankJars joined = new RankJars(unfinished)) {
      for (Path jar : jars) {
        joined.add(jar);
      }
    }
    Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Adds what is no module descriptor, as the joined jar is no module. */
  private void add(Path jar) throws IOException {
    try (ZipFile file = new ZipFile(jar.toFile())) {
      Enumeration<? extends ZipEntry> entries = file.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        String name = entry.getName();
        if (!entry.isDirectory() && !name.endsWith("module-info.class")) {
          add(name, file.getInputStream(entry).readAllBytes());
        }
      }
    }
  }

  private void add(String name, byte[] bytes) throws IOException {
    if (name.startsWith("META-INF/services/") || name.startsWith("META-INF/armci/")) {
      ByteArrayOutputStream list = lists.computeIfAbsent(name, _ -> new ByteArrayOutputStream());
      list.write(bytes);
      list.write('\n');
    } else {
      put(name, bytes);
    }
  }

  /** Of files that have the same name the first counts, as on the class path. */
  private void put(String name, byte[] bytes) throws IOException {
    if (written.add(name)) {
      out.putNextEntry(new ZipEntry(name));
      out.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    for (Map.Entry<String, ByteArrayOutputStream> list : lists.entrySet()) {
      put(list.getKey(), list.getValue().toByteArray());
    }
    out.close();
  }
}
