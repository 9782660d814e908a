package org.armci4j.cli;

import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.List;
import org.armci4j.bootstrap.launch.plan.ClassPath;
import org.armci4j.bootstrap.text.Text;

/**
 * Finds a program that is a class of a named module. The runtime's own jars are on the module path
 * too, so that the module's {@code requires} finds them.
 */
final class ModuleProgram {
  /** The launcher's module, which calls the program's {@code main} whatever the module exports. */
  private static final String LAUNCHER = "org.armci4j.bootstrap";

  /** The modules that call native code. */
  private static final String NATIVE = "org.armci4j.core,org.jnrproject.ffi,org.jnrproject.jffi";

  private ModuleProgram() {}

  /**
   * Returns the program.
   *
   * @param name {@code module} or {@code module/class}
   * @throws UsageException when there is no such module, or it has no main class
   */
  static Program of(String name, List<String> arguments, LaunchWords words) {
    if (words.has(LaunchOption.THREADS)) {
      throw new UsageException("-m and --threads do not go together: name the class, with -cp");
    }
    String given = words.value(LaunchOption.MODULE_PATH);
    if (given == null) {
      throw new UsageException("say with -p where the module '" + name + "' is");
    }
    int slash = name.indexOf('/');
    String module = slash < 0 ? name : name.substring(0, slash);
    ModuleDescriptor found = find(module, ClassPath.parse(given));
    String mainClass = slash < 0 ? found.mainClass().orElse(null) : name.substring(slash + 1);
    if (mainClass == null) {
      throw new UsageException(
          Text.format(
              "module %s names no main class; say: -m %s/org.example.Main", module, module));
    }
    return new Program(
        mainClass, arguments, List.of(), jvmArguments(module, mainClass, ClassPath.parse(given)));
  }

  private static ModuleDescriptor find(String module, List<String> path) {
    Path[] places = path.stream().map(Path::of).toArray(Path[]::new);
    try {
      return ModuleFinder.of(places)
          .find(module)
          .orElseThrow(
              () ->
                  new UsageException(
                      Text.format("no module '%s' at %s", module, ClassPath.join(path))))
          .descriptor();
    } catch (FindException wrong) {
      throw new UsageException("-p: " + wrong.getMessage());
    }
  }

  private static List<String> jvmArguments(String module, String mainClass, List<String> path) {
    String all = ClassPath.join(Program.join(path, ClassPath.own()));
    String packageName = mainClass.substring(0, Math.max(0, mainClass.lastIndexOf('.')));
    return List.of(
        "--module-path=" + all,
        "--add-modules=" + module + "," + LAUNCHER,
        "--add-exports=java.base/jdk.internal.module=org.armci4j.core",
        "--add-opens=" + module + "/" + packageName + "=" + LAUNCHER,
        "--enable-native-access=" + NATIVE);
  }
}
