package org.armci4j;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Keeps the objects that libraries have for one runtime, in the order of their creation. */
final class Companions {
  private final RankRuntime runtime;
  private final Map<Class<?>, Companion> all = new LinkedHashMap<>();

  /** Copy for waits, which read it without a lock. */
  private volatile Companion[] list = {};

  Companions(RankRuntime runtime) {
    this.runtime = runtime;
  }

  /** Returns the companion of a kind; makes it at the first call. */
  synchronized <T extends Companion> T get(Class<T> kind, Supplier<T> make) {
    runtime.requireOpen("companion");
    T companion = kind.cast(all.computeIfAbsent(kind, _ -> make.get()));
    list = all.values().toArray(Companion[]::new);
    return companion;
  }

  /** Advances the companions' own work; returns whether more of it is to come. */
  boolean doOwnWork() {
    boolean more = false;
    for (Companion companion : list) {
      more |= companion.doOwnWork();
    }
    return more;
  }

  synchronized void close() {
    all.values().forEach(Companion::close);
    all.clear();
    list = new Companion[0];
  }
}
