package org.armci4j.kernel.loops;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the JDK's Vector API into a JVM that runs. The module is incubating: as a root of the JVM
 * it would cost every start a new graph of modules, and the JDK refuses any ahead-of-time cache for
 * such a JVM. So the runtime loads the module as the JDK loads the modules of its agents, by an
 * internal method of {@code java.base}, which {@code armci run} exports to it.
 */
public final class VectorModule {
  private static final Logger LOG = LoggerFactory.getLogger(VectorModule.class);
  private static final String NAME = "jdk.incubator.vector";
  private static final String LOADER_PACKAGE = "jdk.internal.module";
  private static final String LOADER = LOADER_PACKAGE + ".Modules";

  private VectorModule() {}

  /** Returns whether this JVM has the module from its start, or may load it. */
  static boolean isWithinReach() {
    return isRoot()
        || Object.class.getModule().isExported(LOADER_PACKAGE, VectorModule.class.getModule());
  }

  private static boolean isRoot() {
    return ModuleLayer.boot().findModule(NAME).isPresent();
  }

  /**
   * Loads the module if this JVM does not have it, and lets another module read it.
   *
   * @param user a module whose classes use the Vector API
   * @return false where the JVM may not load it, or its JDK has no such module or method
   */
  public static boolean load(Module user) {
    if (isRoot()) {
      return true;
    }
    try {
      Class<?> loader = Class.forName(LOADER);
      Module module = (Module) loader.getMethod("loadModule", String.class).invoke(null, NAME);
      loader.getMethod("addReads", Module.class, Module.class).invoke(null, user, module);
      return true;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError absent) {
      LOG.debug("sums use plain loops: cannot load {}", NAME, absent);
      return false;
    }
  }
}
