package org.armci4j.bootstrap.hosted;

import java.util.Map;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.LaunchDetector;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.RankEnvironment;
import org.armci4j.bootstrap.text.Text;

/**
 * Recognises ranks of {@code mpirun}, {@code srun} and other {@linkplain ExternalLauncher
 * launchers}.
 */
public final class ExternalLaunchDetector implements LaunchDetector {
  /** Makes a detector; for {@link java.util.ServiceLoader}. */
  public ExternalLaunchDetector() {}

  @Override
  public Membership detect(Map<String, String> environment) {
    ExternalLauncher launcher = ExternalLauncher.detect(environment);
    if (launcher == null) {
      return null;
    }
    if (launcher.size() == 1) {
      return Membership.alone();
    }
    try {
      HostedJob job = new HostedJob(launcher, environment.get(RankEnvironment.RENDEZVOUS));
      return new Membership(launcher.rank(), launcher.size(), launcher.jobId(), false, job);
    } catch (IllegalArgumentException wrong) {
      throw new BootstrapException(
          Text.format(
              "the variables of %s do not tell a rank: %s", launcher.name(), wrong.getMessage()),
          wrong);
    }
  }
}
