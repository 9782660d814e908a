package org.armci4j.bootstrap;

import org.armci4j.bootstrap.settings.Settings;

/** Holds the meeting place of a job of one rank. */
enum SoloPlace implements MeetingPlace {
  NONE;

  @Override
  public Bootstrap join(Membership self, Settings settings) {
    return new SoloBootstrap();
  }
}
