package org.armci4j.cli;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.armci4j.bootstrap.files.UserCache;
import org.armci4j.bootstrap.launch.plan.ClassPath;

/**
 * Compiles a program that is a single source file, once for all ranks. The classes go into the
 * user's cache folder, so that a killed launcher leaves nothing elsewhere.
 */
final class SourceProgram {
  private static final String VECTORS = "jdk.incubator.vector";
  private static final String ADD_VECTORS = "--add-modules=" + VECTORS;

  private final Path source;
  private final List<String> classPath;

  /** Takes the program in {@code source}, which uses classes of the class path. */
  SourceProgram(Path source, List<String> classPath) {
    this.source = source;
    this.classPath = classPath;
  }

  /**
   * Compiles the program.
   *
   * @throws UsageException when there is no such file or it is wrong Java, with the compiler's
   *     words
   */
  Program compile(List<String> arguments) {
    if (!Files.isRegularFile(source)) {
      throw new UsageException("there is no source file '" + source + "'");
    }
    try {
      Path classes = SourceFolder.make(UserCache.folder("sources", System.getenv()));
      return new Program(
          compile(classes), arguments, List.of(classes.toString()), jvmArguments(source));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot compile " + source, e);
    }
  }

  /** Returns the option for a program that uses the Vector API. */
  private static List<String> jvmArguments(Path source) throws IOException {
    return Files.readString(source).contains(VECTORS) ? List.of(ADD_VECTORS) : List.of();
  }

  private String compile(Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean right =
          compiler
              .getTask(said, files, null, options(classes), null, files.getJavaFileObjects(source))
              .call();
      if (!right) {
        throw new UsageException("cannot compile " + source + ":\n" + said.toString().strip());
      }
      JavacTask parser =
          (JavacTask)
              compiler.getTask(said, files, null, null, null, files.getJavaFileObjects(source));
      return mainClass(parser.parse().iterator().next());
    }
  }

  private List<String> options(Path classes) {
    return List.of(
        "-d",
        classes.toString(),
        "-proc:none",
        ADD_VECTORS,
        "-Xlint:-incubating",
        "-cp",
        ClassPath.join(Program.join(ClassPath.own(), classPath)));
  }

  /** Returns the first class with a main method, as {@code java} chooses in a source file. */
  private String mainClass(CompilationUnitTree unit) {
    String prefix = unit.getPackageName() == null ? "" : unit.getPackageName() + ".";
    for (Tree declaration : unit.getTypeDecls()) {
      if (declaration instanceof ClassTree type
          && type.getMembers().stream().anyMatch(this::isMain)) {
        return prefix + type.getSimpleName();
      }
    }
    throw new UsageException(source + " has no main method; it needs: void main(String[] args)");
  }

  private boolean isMain(Tree member) {
    return member instanceof MethodTree method && method.getName().contentEquals("main");
  }
}
