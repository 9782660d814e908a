package org.armci4j.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Describes the program of every rank.
 *
 * @param mainClass binary name of the class whose {@code main} is run
 * @param arguments its arguments
 * @param classPath its class path, in front of that of the options
 * @param jvmArguments options that its JVM needs, in front of those of the command line
 */
record Program(
    String mainClass, List<String> arguments, List<String> classPath, List<String> jvmArguments) {

  /** Returns a class of the runtime's own, or one that the options' class path has. */
  static Program of(String mainClass, List<String> arguments) {
    return new Program(mainClass, arguments, List.of(), List.of());
  }

  /** Returns the program's own entries, then those of the options. */
  static List<String> join(List<String> own, List<String> given) {
    List<String> all = new ArrayList<>(own);
    all.addAll(given);
    return all;
  }
}
