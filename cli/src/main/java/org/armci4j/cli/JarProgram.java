package org.armci4j.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.armci4j.bootstrap.text.Text;

/** Finds a program that is the main class of a jar. */
final class JarProgram {
  private JarProgram() {}

  /**
   * Returns the program.
   *
   * @throws UsageException when the file is no jar, or names no main class
   */
  static Program of(Path jar, List<String> arguments) {
    if (!Files.isRegularFile(jar)) {
      throw new UsageException("there is no jar '" + jar + "'");
    }
    String mainClass = mainClass(jar);
    if (mainClass == null) {
      throw new UsageException(
          Text.format(
              "the manifest of %s names no Main-Class; say: -cp %s org.example.Main", jar, jar));
    }
    return new Program(mainClass.strip(), arguments, List.of(jar.toString()), List.of());
  }

  private static String mainClass(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      return manifest == null
          ? null
          : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
    } catch (IOException e) {
      throw new UsageException("'" + jar + "' cannot be read as a jar: " + e.getMessage());
    }
  }
}
