package org.armci4j.profile.recording;

import org.armci4j.bootstrap.settings.Setting;

/** Settings of recording. */
public final class RecordingSettings {
  /** Whether each rank counts its operations and measures where its time goes. */
  public static final Setting<Boolean> PROFILE =
      Setting.flag(
          "profile",
          false,
          "whether ranks count operations and bytes, and measure where their time goes, for"
              + " counters() and 'armci run --profile'");

  /** Folder to which each rank writes its profile. */
  public static final Setting<String> FOLDER =
      Setting.text(
              "profileFolder", "", "folder to which each rank writes its profile; empty: to none")
          .asInternal();

  private RecordingSettings() {}
}
