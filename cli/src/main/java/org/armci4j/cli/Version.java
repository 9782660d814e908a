package org.armci4j.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Tells the version of armci4j. */
final class Version {
  /** Resource that Maven writes into the jar. */
  private static final String BUILD = "/META-INF/maven/org.armci4j/armci-cli/pom.properties";

  private Version() {}

  static String[] lines() {
    return new String[] {"armci4j " + number(), "on JDK " + Runtime.version()};
  }

  static String number() {
    Properties build = new Properties();
    try (InputStream in = Version.class.getResourceAsStream(BUILD)) {
      if (in != null) {
        build.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + BUILD, e);
    }
    return build.getProperty("version", "(not built by Maven)");
  }
}
