package org.armci4j.bootstrap.launch.plan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds programs that jars offer under short names. A jar lists its programs in a properties file,
 * {@code name=class description}. The file's place says what kind of programs they are; every such
 * file on the class path counts.
 */
public final class ProgramCatalog {
  /** Where a jar lists its examples. */
  public static final String EXAMPLES = "META-INF/armci/examples.properties";

  /** Where a jar lists its benchmarks. */
  public static final String BENCHMARKS = "META-INF/armci/benchmarks.properties";

  private final ClassLoader loader;

  /**
   * Makes the catalog of the programs on a class path.
   *
   * @param loader the class path
   */
  public ProgramCatalog(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * Returns all programs of a kind.
   *
   * @param kind {@link #EXAMPLES} or {@link #BENCHMARKS}
   * @return main classes by name, sorted
   */
  public SortedMap<String, String> list(String kind) {
    return read(kind, 0);
  }

  /**
   * Returns what each program of a kind does.
   *
   * @param kind {@link #EXAMPLES} or {@link #BENCHMARKS}
   * @return descriptions of one line by name, sorted; empty for a program without one
   */
  public SortedMap<String, String> descriptions(String kind) {
    return read(kind, 1);
  }

  /** Returns one part of each entry: part 0 is the class, part 1 the description. */
  private SortedMap<String, String> read(String kind, int part) {
    SortedMap<String, String> programs = new TreeMap<>();
    for (URL file : files(kind)) {
      Properties properties = new Properties();
      try (InputStream in = file.openStream()) {
        properties.load(in);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + file, e);
      }
      properties.forEach(
          (name, entry) -> {
            String[] parts = entry.toString().strip().split("\\s+", 2);
            programs.put(name.toString(), part < parts.length ? parts[part] : "");
          });
    }
    return programs;
  }

  /**
   * Returns the class path entries that offer programs, as opposed to the runtime's entries.
   *
   * @return jars and directories, absolute
   */
  public Set<Path> places() {
    Set<Path> places = new LinkedHashSet<>();
    for (String kind : List.of(EXAMPLES, BENCHMARKS)) {
      for (URL file : files(kind)) {
        places.add(place(file, kind));
      }
    }
    return places;
  }

  private List<URL> files(String kind) {
    return loader.resources(kind).toList();
  }

  private static Path place(URL file, String kind) {
    try {
      URLConnection connection = file.openConnection();
      if (connection instanceof JarURLConnection inJar) {
        return Path.of(inJar.getJarFileURL().toURI());
      }
      Path path = Path.of(file.toURI());
      for (int i = Path.of(kind).getNameCount(); i > 0; i--) {
        path = path.getParent();
      }
      return path;
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException("cannot tell which class path entry holds " + file, e);
    }
  }
}
