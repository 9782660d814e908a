package org.armci4j.bootstrap;

import java.util.Map;
import java.util.ServiceLoader;

/**
 * Recognises a rank that the launcher of another system has started. {@link ServiceLoader} finds
 * the detectors, as the packages that implement them depend on this one.
 */
public interface LaunchDetector {
  /**
   * Returns the membership of the rank that this whole process is, by its environment variables.
   *
   * @return null when there is no sign of another launcher
   * @throws BootstrapException when a launcher's variables are wrong
   */
  Membership detect(Map<String, String> environment);

  /** Returns the answer of the first detector that recognises the environment, or null. */
  static Membership firstOf(Map<String, String> environment) {
    // This class's own loader: the current thread's loader may be a program's.
    ClassLoader own = LaunchDetector.class.getClassLoader();
    for (LaunchDetector detector : ServiceLoader.load(LaunchDetector.class, own)) {
      Membership found = detector.detect(environment);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
