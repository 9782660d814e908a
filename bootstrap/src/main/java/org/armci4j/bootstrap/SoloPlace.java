package org.armci4j.bootstrap;

import org.armci4j.bootstrap.settings.Settings;

/** Where a rank joins that is alone. */
enum SoloPlace implements MeetingPlace {
  NONE;

  @Override
  public Bootstrap join(Membership self, Settings settings) {
    return new SoloBootstrap(self.jobId());
  }
}
