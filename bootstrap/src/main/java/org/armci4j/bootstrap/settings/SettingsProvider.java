package org.armci4j.bootstrap.settings;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Tells the settings of one module. Found through {@link ServiceLoader}, and only by what must know
 * all settings: a listing, and the warning of an unknown name. A rank does not load the settings of
 * modules that it does not use.
 */
public interface SettingsProvider {
  /** The settings of the module, in the order of a listing. */
  List<Setting<?>> settings();

  /** The settings of all modules that are here, sorted by name. */
  static List<Setting<?>> all() {
    Stream<Setting<?>> found =
        ServiceLoader.load(SettingsProvider.class, SettingsProvider.class.getClassLoader()).stream()
            .flatMap(module -> module.get().settings().stream());
    return found.sorted(Comparator.comparing(Setting::name)).toList();
  }
}
