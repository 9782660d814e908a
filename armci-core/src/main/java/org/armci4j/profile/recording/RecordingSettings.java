package org.armci4j.profile.recording;

import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.Settings;

/** Settings of recording. */
public final class RecordingSettings {
  /** Whether each rank counts its operations and measures where its time goes. */
  public static final Setting<Boolean> PROFILE =
      Setting.flag(
          "profile",
          false,
          "whether ranks count operations and bytes, and measure where their time goes, for"
              + " counters() and 'armci run --profile'");

  /** Whether what ranks do are events of the Flight Recorder. */
  public static final Setting<Boolean> FLIGHT_EVENTS =
      Setting.flag(
          "flightEvents",
          false,
          "whether transfers, waits and collectives are events of the JDK's Flight Recorder;"
              + " counters() works then too");

  /** Whether ranks offer their counters to management tools. */
  public static final Setting<Boolean> COUNTER_BEAN =
      Setting.flag(
          "counterBean",
          false,
          "whether each rank registers its counters as the bean org.armci4j:type=Counters,rank=N;"
              + " counters() works then too");

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

  /** Spans of each thread in a trace that the command asks for: a few megabytes of JSON. */
  public static final int SPANS = 50_000;

  private RecordingSettings() {}

  /**
   * Returns whether a rank is to record what it does.
   *
   * @param settings its settings
   * @return whether any kind of recording is asked for
   */
  public static boolean ask(Settings settings) {
    return settings.get(PROFILE) || settings.get(FLIGHT_EVENTS) || settings.get(COUNTER_BEAN);
  }
}
