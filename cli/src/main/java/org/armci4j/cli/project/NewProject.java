package org.armci4j.cli.project;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;

/**
 * Writes a Maven project with a program and a test, from templates among this package's resources,
 * and a repository of the modules that it needs.
 */
public final class NewProject {
  private static final String NAME = "[a-z][a-z0-9]*(-[a-z0-9]+)*";

  /** Templates, each with its path in a project. */
  private static final Map<String, String> FILES =
      Map.of(
          "pom.template", "pom.xml",
          "program.template", "src/main/java/org/example/@type@.java",
          "test.template", "src/test/java/org/example/@type@Test.java",
          "readme.template", "README.md",
          "maven.template", ".mvn/maven.config",
          "gitignore.template", ".gitignore");

  private final Path folder;
  private final String name;
  private final String version;

  private NewProject(Path folder, String name, String version) {
    this.folder = folder;
    this.name = name;
    this.version = version;
  }

  /**
   * Returns a project to be written.
   *
   * @param folder its folder, which is made; its last name is the project's
   * @param version the version of armci4j that it uses
   * @return the project
   * @throws IllegalArgumentException when the name cannot be that of a project, or the folder is
   *     not empty
   * @throws IOException when the folder cannot be read
   */
  public static NewProject at(Path folder, String version) throws IOException {
    String name = folder.toAbsolutePath().normalize().getFileName().toString();
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException(
          Text.format(
              "'%s' is no name of a project: use small letters, digits and hyphens, as in heat-2d",
              name));
    }
    if (Files.exists(folder) && !isEmpty(folder)) {
      throw new IllegalArgumentException(
          "there is something at '" + folder + "' already: name a new folder");
    }
    return new NewProject(folder, name, version);
  }

  private static boolean isEmpty(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (var entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }

  /**
   * Writes its files.
   *
   * @throws IOException when one cannot be written
   */
  public void write() throws IOException {
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      Path path = folder.resolve(fill(file.getValue()));
      Files.createDirectories(path.getParent());
      Files.writeString(path, fill(template(file.getKey())));
    }
    Path repository = folder.resolve("repository");
    new ModuleRepository(repository, version, System.getProperty("java.class.path")).write();
  }

  /**
   * Returns the commands to type next, for the user.
   *
   * @param command the armci command
   */
  public List<String> nextSteps(String command) {
    return List.of(
        "Made the project " + name + " in " + folder + ". Now:",
        "  cd " + folder,
        "  mvn package                             # compiles it and runs its test on 4 ranks",
        "  mvn -q compile exec:exec                # runs it on 4 ranks",
        "  " + command + " run -n 4 target/" + name + "-1.0-SNAPSHOT.jar   # the same by armci");
  }

  private String template(String file) throws IOException {
    try (InputStream in = NewProject.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String fill(String text) {
    return text.replace("@name@", name).replace("@type@", type()).replace("@version@", version);
  }

  /** Returns the name of its main class: the project's name in Java's form. */
  private String type() {
    StringBuilder type = new StringBuilder();
    for (String word : name.split("-", -1)) {
      type.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
    }
    return type.toString();
  }
}
