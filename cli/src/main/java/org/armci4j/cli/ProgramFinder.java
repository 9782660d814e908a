package org.armci4j.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.armci4j.bootstrap.launch.plan.ClassPath;
import org.armci4j.bootstrap.text.Text;

/** Finds the program that the words behind {@code armci run} mean. */
final class ProgramFinder {
  private final ProgramNames names;
  private final LaunchWords words;
  private final List<String> classPath;
  private final String first;
  private final List<String> arguments;

  /** Takes the words, and the class path that they give. */
  ProgramFinder(ProgramNames names, LaunchWords words, List<String> classPath) {
    this.names = names;
    this.words = words;
    this.classPath = classPath;
    this.first = words.program().getFirst();
    this.arguments = words.program().subList(1, words.program().size());
  }

  /**
   * Returns an example, or a program of the user's own in any of its forms.
   *
   * @throws UsageException when there is none
   */
  Program find() {
    if (words.has(LaunchOption.MODULE)) {
      return ModuleProgram.of(first, arguments, words);
    }
    if (words.has(LaunchOption.JAR) || first.endsWith(".jar")) {
      return JarProgram.of(Path.of(first), arguments);
    }
    if (first.endsWith(".java")) {
      if (words.has(LaunchOption.HOSTS)) {
        throw new UsageException("a source file runs on this host only: compile it for --hosts");
      }
      return new SourceProgram(Path.of(first), classPath).compile(arguments);
    }
    return named().orElseGet(this::classOfTheUsers);
  }

  /**
   * Returns a program that is known by a short name.
   *
   * @throws UsageException when it takes no arguments and gets some
   */
  Optional<Program> named() {
    Optional<String> mainClass = names.find(first);
    if (mainClass.isPresent() && !arguments.isEmpty() && !names.takesArguments(first)) {
      throw new UsageException(
          Text.format("%s takes no arguments, and got: %s", first, String.join(" ", arguments)));
    }
    return mainClass.map(name -> Program.of(name, arguments));
  }

  private Program classOfTheUsers() {
    String mainClass = first.replace('/', '.');
    if (ClassPath.holds(classPath, mainClass)) {
      return Program.of(mainClass, arguments);
    }
    boolean meansClass = first.contains(".") || !classPath.isEmpty();
    throw new UsageException(meansClass ? missingClass() : names.missing(first));
  }

  private String missingClass() {
    List<String> missing =
        classPath.stream().filter(entry -> !Files.exists(Path.of(entry))).toList();
    return missing.isEmpty()
        ? "no class '" + first + "' on the class path; say with -cp where it is"
        : Text.format(
            "no class '%s' on the class path; there is no file or folder %s",
            first, String.join(", ", missing));
  }
}
