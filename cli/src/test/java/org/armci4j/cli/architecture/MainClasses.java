package org.armci4j.cli.architecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** Imports all classes except tests, wherever the build puts those. */
final class MainClasses implements ImportOption {
  @Override
  public boolean includes(Location location) {
    return !location.contains("/test-classes/");
  }
}
