package org.armci4j.strided;

import java.util.List;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.SettingsProvider;

/** The settings of strided and vector transfers. */
public final class StridedSettings implements SettingsProvider {
  /** Whether to look for shapes that overlap themselves. */
  public static final Setting<Boolean> CHECK_OVERLAP =
      Setting.flag(
          "checkOverlap",
          false,
          "refuse strided and vector transfers whose destination overlaps itself; takes time, once"
              + " per shape");

  /** All settings, in the order of a listing. */
  public static final List<Setting<?>> ALL = List.of(CHECK_OVERLAP);

  /** Creates the provider, for the service loader. */
  public StridedSettings() {}

  @Override
  public List<Setting<?>> settings() {
    return ALL;
  }
}
