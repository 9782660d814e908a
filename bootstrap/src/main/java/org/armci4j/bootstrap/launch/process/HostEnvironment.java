package org.armci4j.bootstrap.launch.process;

import java.util.Map;
import java.util.TreeMap;
import org.armci4j.bootstrap.RankEnvironment;

/**
 * Makes the environment of ranks on other hosts: the login's variables there, with the launcher's
 * settings and its locale, so that arguments and output mean the same on all hosts.
 */
public final class HostEnvironment {
  private static final String SETTINGS = "ARMCI_";

  private HostEnvironment() {}

  /**
   * Returns the variables to set for ranks on other hosts: the launcher's settings and locale, and
   * the plan's variables.
   */
  public static Map<String, String> forRanks(Map<String, String> own, Map<String, String> plan) {
    Map<String, String> variables = new TreeMap<>();
    own.forEach(
        (name, value) -> {
          boolean setting = name.startsWith(SETTINGS) && !RankEnvironment.isMembership(name);
          if (setting || isLocale(name)) {
            variables.put(name, value);
          }
        });
    variables.putAll(plan);
    return variables;
  }

  /** Turns the environment of an agent into that of ranks in {@code directory}. */
  static void enter(Map<String, String> environment, String directory) {
    environment.keySet().removeIf(HostEnvironment::isLocale);
    environment.put("PWD", directory);
    environment.remove("OLDPWD");
  }

  private static boolean isLocale(String name) {
    return name.equals("LANG") || name.equals("LANGUAGE") || name.startsWith("LC_");
  }
}
