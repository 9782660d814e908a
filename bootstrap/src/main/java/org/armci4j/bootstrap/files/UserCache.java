package org.armci4j.bootstrap.files;

import java.nio.file.Path;
import java.util.Map;

/** The folder of what is made once and may be deleted at any time. */
public final class UserCache {
  private UserCache() {}

  /**
   * Returns a folder of it: below {@code $XDG_CACHE_HOME/armci4j}, or else {@code
   * ~/.cache/armci4j}.
   *
   * @param name the folder's
   * @param environment the process's
   * @return the folder, which need not exist
   */
  public static Path folder(String name, Map<String, String> environment) {
    String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path base =
        caches.startsWith("/")
            ? Path.of(caches)
            : Path.of(System.getProperty("user.home"), ".cache");
    return base.resolve("armci4j").resolve(name);
  }
}
