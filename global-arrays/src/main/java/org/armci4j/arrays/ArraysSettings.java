package org.armci4j.arrays;

import java.util.List;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.SettingsProvider;

/** The settings of global arrays. */
public final class ArraysSettings implements SettingsProvider {
  /** Which class multiplies a rank's own parts of matrices. */
  public static final Setting<String> PRODUCT =
      Setting.text(
          "arraysProduct",
          "",
          "class of the program that multiplies a rank's parts of matrices in global arrays: a"
              + " service provider of org.armci4j.arrays.product.LocalProduct; without one, loops"
              + " of the Vector API do");

  /** All settings, in the order of a listing. */
  public static final List<Setting<?>> ALL = List.of(PRODUCT);

  /** Creates the provider, for the service loader. */
  public ArraysSettings() {}

  @Override
  public List<Setting<?>> settings() {
    return ALL;
  }
}
