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

  /** Number of operations, waits and collectives of each thread that are kept for a trace. */
  public static final Setting<Integer> TRACE_SPANS =
      Setting.integer(
              "traceSpans",
              0,
              "operations, waits and collectives of each thread that a trace has, the latest; 0"
                  + " for no trace")
          .where("a whole number from 0 to 10000000", spans -> spans >= 0 && spans <= 10_000_000)
          .asInternal();

  private RecordingSettings() {}
}
