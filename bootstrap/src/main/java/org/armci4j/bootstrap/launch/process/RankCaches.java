package org.armci4j.bootstrap.launch.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.armci4j.bootstrap.launch.plan.ClassPath;
import org.armci4j.bootstrap.launch.plan.ProgramCatalog;

/**
 * What makes ranks' JVMs start sooner, in a folder that the armci command fills: the class path
 * joined to two jars, and an ahead-of-time cache of what a rank loads. A JVM opens every jar of its
 * class path at the first service or class that is not in the cache. Without the folder ranks start
 * from the launcher's own class path.
 */
final class RankCaches {
  /** Property that names the folder, if there is one. */
  private static final String PROPERTY = "armci.rankCaches";

  /**
   * Options with which the JDK refuses a cache that was made without them. The JVM would then start
   * without its own archive too, later than one that was given no cache.
   */
  private static final Pattern REFUSED =
      Pattern.compile(
          "--(add|enable|illegal|limit|module|patch|upgrade)-.*|-p|-(agent|javaagent).*"
              + "|-X(share|bootclasspath).*|-XX:.*(AOT|Archive|Compact|Compressed|ZGC|Shenandoah).*");

  private final Path runtime;
  private final Path programs;
  private final Path cache;

  RankCaches() {
    Path folder = Path.of(System.getProperty(PROPERTY, ""));
    this.runtime = folder.resolve("runtime.jar");
    this.programs = folder.resolve("programs.jar");
    this.cache = folder.resolve("rank.aot");
  }

  /** Returns whether the class path is there as two jars. */
  private boolean hasJars() {
    return runtime.isAbsolute() && Files.isReadable(runtime) && Files.isReadable(programs);
  }

  /**
   * Returns the class path of a rank in a process, in front of the program's own. A run that makes
   * the cache has the first jar alone: a JVM with any longer class path can use the cache then, and
   * ranks that are threads have a shorter one.
   *
   * @param jvmArguments the options that a program or a user gives
   */
  List<String> classPath(List<String> jvmArguments) {
    if (!hasJars()) {
      return ClassPath.own();
    }
    String output = "-XX:AOTCacheOutput=" + cache.getParent();
    boolean makesCache = jvmArguments.stream().anyMatch(given -> given.startsWith(output));
    return makesCache ? runtime() : List.of(runtime.toString(), programs.toString());
  }

  /** Returns the part of the class path that ranks in one JVM share. */
  List<String> runtime() {
    return hasJars() ? List.of(runtime.toString()) : ClassPath.own(places(), false);
  }

  /** Returns the part of the class path that each rank in one JVM has for itself. */
  List<String> programs() {
    return hasJars() ? List.of(programs.toString()) : ClassPath.own(places(), true);
  }

  private static Set<Path> places() {
    return new ProgramCatalog(RankCaches.class.getClassLoader()).places();
  }

  /**
   * Returns the JVM options for the cache, or none without one. A JVM that finds its cache made by
   * another JDK, or for other jars, does without; its lines about that are switched off.
   *
   * @param jvmArguments the options that a program or a user gives
   */
  List<String> options(List<String> jvmArguments) {
    boolean fits =
        hasJars()
            && Files.isReadable(cache)
            && jvmArguments.stream().noneMatch(given -> REFUSED.matcher(given).matches());
    return fits ? List.of("-XX:AOTCache=" + cache, "-Xlog:aot=off", "-Xlog:cds=off") : List.of();
  }
}
