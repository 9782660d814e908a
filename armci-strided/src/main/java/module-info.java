/** Transfers of many separate pieces at once: n-dimensional sections and lists of segments. */
module org.armci4j.strided {
  requires transitive org.armci4j.core;

  exports org.armci4j.strided;

  provides org.armci4j.bootstrap.settings.SettingsProvider with
      org.armci4j.strided.StridedSettings;
}
