package org.armci4j.bootstrap.settings;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Provides the settings of one module. {@link ServiceLoader} finds the providers, only for a
 * listing of all settings and for the warning of an unknown name. A rank does not load the settings
 * of modules that it does not use.
 */
public interface SettingsProvider {
  /** Returns the settings of the module, in the order of a listing. */
  List<Setting<?>> settings();

  /** Returns the settings of all modules that are present, sorted by name. */
  static List<Setting<?>> all() {
    Stream<Setting<?>> found =
        ServiceLoader.load(SettingsProvider.class, SettingsProvider.class.getClassLoader()).stream()
            .flatMap(module -> module.get().settings().stream());
    return found.sorted(Comparator.comparing(Setting::name)).toList();
  }
}
