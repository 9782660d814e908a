package org.armci4j.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * What every rank runs.
 *
 * @param mainClass binary name of the class whose {@code main} is run
 * @param arguments its arguments
 * @param classPath where it is, before what the options say
 * @param jvmArguments what its JVM needs for it, before what the options say
 */
record Program(
    String mainClass, List<String> arguments, List<String> classPath, List<String> jvmArguments) {

  /** A class of the runtime's own, or one that the options lead to. */
  static Program of(String mainClass, List<String> arguments) {
    return new Program(mainClass, arguments, List.of(), List.of());
  }

  /** The program's own entries, then those of the options. */
  static List<String> join(List<String> own, List<String> given) {
    List<String> all = new ArrayList<>(own);
    all.addAll(given);
    return all;
  }
}
