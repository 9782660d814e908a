package org.armci4j.collectives;

import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.bootstrap.settings.Settings;

/**
 * Makes engines that record. A class of its own, so that no other job loads {@link
 * RecordingEngine}.
 */
final class RecordingCollectives {
  private RecordingCollectives() {}

  static CollectivesEngine engine(Armci armci, Group group, Settings settings, boolean checks) {
    return new RecordingEngine(armci, group, settings, checks, armci.recorder().orElseThrow());
  }
}
