package org.armci4j;

import java.util.Objects;
import org.armci4j.kernel.loops.VectorModule;

/**
 * Makes the JDK's Vector API ({@code jdk.incubator.vector}) usable for a program whose JVM has
 * started without it. A JVM with the incubating module among its roots starts later, and cannot use
 * an ahead-of-time cache.
 */
public final class VectorApi {
  private VectorApi() {}

  /**
   * Returns whether classes may use the Vector API, and loads it if need be. A program calls this
   * before it first uses a class that names the API, and keeps plain loops for the answer false.
   * Under {@code armci run} the answer is true on every JDK that has the API. Elsewhere the JVM
   * needs {@code --add-modules jdk.incubator.vector}, or {@code --add-exports
   * java.base/jdk.internal.module=ALL-UNNAMED} to load it here. The first call takes some 30 ms,
   * later ones are quick.
   *
   * @param user a class of the module that will use the API
   * @return true if its classes may use it
   * @throws NullPointerException if {@code user} is null
   */
  public static boolean load(Class<?> user) {
    return VectorModule.load(Objects.requireNonNull(user, "user").getModule());
  }
}
