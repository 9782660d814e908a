package org.armci4j.cli.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A module that programs compile against: which packages it exports, which it promises, and what
 * they hold.
 *
 * @param name its folder in the checkout
 */
record ApiModule(String name) {
  /** How the package-info of a package begins its paragraph on programs that use it. */
  static final String PROMISED = "<p>Promised:";

  /** The same, for a package that is exported to all and may change in any version. */
  static final String NOT_PROMISED = "<p>Not promised:";

  /** Tests run in the folder of their module. */
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private static final Pattern EXPORT = Pattern.compile("exports ([\\w.]+);");

  /** Returns the place of the text that the module's API is compared with. */
  Path text() {
    return ROOT.resolve(name).resolve("api.txt");
  }

  /** Returns the packages that module-info.java exports to every module. */
  Set<String> exported() throws IOException {
    return EXPORT
        .matcher(Files.readString(sources().resolve("module-info.java")))
        .results()
        .map(export -> export.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the packages whose package-info.java says a word. */
  Set<String> packagesThatSay(String word) throws IOException {
    Set<String> packages = new TreeSet<>();
    try (Stream<Path> files = Files.walk(sources())) {
      for (Path info : files.filter(file -> file.endsWith("package-info.java")).toList()) {
        if (Files.readString(info).contains(word)) {
          packages.add(sources().relativize(info.getParent()).toString().replace('/', '.'));
        }
      }
    }
    return packages;
  }

  /** Returns the lines that describe the API of the promised packages, package by package. */
  List<String> describe() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("# What this module promises to programs; ApiTest compares it with the classes.");
    for (String one : packagesThatSay(PROMISED)) {
      lines.addAll(List.of("", "package " + one));
      for (Class<?> type : publicTypes(one)) {
        lines.add("");
        lines.addAll(ApiText.of(type));
      }
    }
    return lines;
  }

  private List<Class<?>> publicTypes(String inPackage) throws IOException {
    List<Class<?>> types = new ArrayList<>();
    try (Stream<Path> files = Files.list(sources().resolve(inPackage.replace('.', '/')))) {
      for (Path file : files.sorted().toList()) {
        String simpleName = file.getFileName().toString().replaceFirst("\\.java$", "");
        if (Files.isRegularFile(file) && !simpleName.equals("package-info")) {
          Class<?> type = load(inPackage + "." + simpleName);
          if (ApiText.isPublic(type)) {
            types.add(type);
          }
        }
      }
    }
    return types;
  }

  private static Class<?> load(String type) {
    try {
      return Class.forName(type, false, ApiModule.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path sources() {
    return ROOT.resolve(name).resolve("src/main/java");
  }
}
