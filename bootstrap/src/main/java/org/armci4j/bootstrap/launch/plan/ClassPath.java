package org.armci4j.bootstrap.launch.plan;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Handles class paths of the form of {@code java -cp}. */
public final class ClassPath {
  private ClassPath() {}

  /**
   * Splits a class path. An entry that ends in {@code *} becomes the jars of its directory, an
   * empty entry the working directory.
   *
   * @param text entries with {@link File#pathSeparator} between them
   * @return the entries in order
   */
  public static List<String> parse(String text) {
    List<String> entries = new ArrayList<>();
    for (String entry : text.split(File.pathSeparator, -1)) {
      if (entry.equals("*") || entry.endsWith("/*")) {
        entries.addAll(jars(entry.substring(0, entry.length() - 1)));
      } else {
        entries.add(entry.isEmpty() ? "." : entry);
      }
    }
    return entries;
  }

  /**
   * Returns whether a class exists, in the entries or in the launcher's own class path. Does not
   * load the class.
   *
   * @param entries the entries
   * @param className binary name of the class
   * @return true when the class exists
   */
  public static boolean holds(List<String> entries, String className) {
    try (URLClassLoader loader = loader(entries)) {
      return loader.getResource(className.replace('.', '/') + ".class") != null;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the class path " + join(entries), e);
    }
  }

  /** Returns the launcher's own class path. */
  public static List<String> own() {
    return parse(System.getProperty("java.class.path"));
  }

  /** Joins entries to a class path that {@link #parse} reads. */
  public static String join(List<String> entries) {
    return String.join(File.pathSeparator, entries);
  }

  /**
   * Returns a loader of the launcher's own classes and of those of more entries.
   *
   * @param entries the entries
   * @return a loader with the launcher's as its parent
   */
  public static URLClassLoader loader(List<String> entries) {
    return new URLClassLoader(entries.stream().map(ClassPath::url).toArray(URL[]::new), parent());
  }

  /** Returns the launcher's own entries that are among {@code places}, or else all others. */
  public static List<String> own(Set<Path> places, boolean among) {
    return own().stream()
        .filter(entry -> places.contains(Path.of(entry).toAbsolutePath().normalize()) == among)
        .toList();
  }

  private static ClassLoader parent() {
    return ClassPath.class.getClassLoader();
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("no class path entry: " + entry, e);
    }
  }

  private static List<String> jars(String directory) {
    List<String> jars = new ArrayList<>();
    Path place = Path.of(directory.isEmpty() ? "." : directory);
    if (!Files.isDirectory(place)) {
      return jars;
    }
    try (DirectoryStream<Path> found = Files.newDirectoryStream(place, "*.{jar,JAR}")) {
      found.forEach(jar -> jars.add(jar.toString()));
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot list the class path entry " + directory + "*", e);
    }
    jars.sort(null);
    return jars;
  }
}
