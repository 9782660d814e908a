package org.armci4j.bootstrap;

import java.util.Map;
import java.util.ServiceLoader;

/**
 * Recognises a rank that the launcher of another system has started. {@link ServiceLoader} finds
 * the detectors, as what they lead to is built on this package.
 */
public interface LaunchDetector {
  /**
   * The rank that this whole process is, as its environment variables tell.
   *
   * @return null when there is no sign of another launcher
   * @throws BootstrapException when there is, and what it says is wrong
   */
  Membership detect(Map<String, String> environment);

  /** What the first detector says that recognises the environment; null when none does. */
  static Membership firstOf(Map<String, String> environment) {
    // Its own loader, as the current thread's may be that of a program.
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
