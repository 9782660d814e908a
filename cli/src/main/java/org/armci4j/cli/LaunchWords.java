package org.armci4j.cli;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.launch.Launcher;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.cli.profile.ProfiledJob;

/**
 * Holds the words of a command line that starts ranks.
 *
 * @param options the values of each given option; an option without a value, or whose value is the
 *     program, has an empty list
 * @param program the program and its arguments
 */
record LaunchWords(Map<LaunchOption, List<String>> options, List<String> program) {
  /**
   * Reads the words behind {@code run} or {@code bench}, if they are plain: known options in full,
   * their values apart or behind {@code =}, then a program. Picocli reads all such lines alike, but
   * loading its classes takes longer than everything else that the launcher does.
   *
   * @return null when picocli must read them, as for help or to report a mistake
   */
  static LaunchWords readPlain(List<String> words) {
    Map<LaunchOption, List<String>> options = new EnumMap<>(LaunchOption.class);
    int next = 0;
    boolean named = false;
    while (!named && next < words.size() && words.get(next).startsWith("-")) {
      String word = words.get(next++);
      boolean isName = LaunchOption.of(word) != null; // also one with an equals sign in it
      int equals = word.startsWith("--") && !isName ? word.indexOf('=') : -1;
      LaunchOption option = LaunchOption.of(equals < 0 ? word : word.substring(0, equals));
      if (option == null || (options.containsKey(option) && !option.isRepeatable())) {
        return null;
      }
      List<String> values = options.computeIfAbsent(option, _ -> new ArrayList<>());
      named = option.namesTheProgram() && equals < 0;
      if (named || (!option.hasValue() && equals < 0)) {
        continue;
      }
      if (!option.hasValue() || option.namesTheProgram() || (equals < 0 && next == words.size())) {
        return null;
      }
      values.add(equals < 0 ? words.get(next++) : word.substring(equals + 1));
    }
    return next == words.size()
        ? null
        : new LaunchWords(options, List.copyOf(words.subList(next, words.size())));
  }

  boolean has(LaunchOption option) {
    return options.containsKey(option);
  }

  /** Returns whether the job is to be recorded. */
  boolean isRecorded() {
    return has(LaunchOption.PROFILE) || has(LaunchOption.PROFILE_PAGE) || has(LaunchOption.TRACE);
  }

  /** Launches the job, whose plan was made of these words; returns its exit code. */
  int launch(JobPlan plan) {
    return isRecorded()
        ? ProfiledJob.launch(
            plan,
            has(LaunchOption.PROFILE),
            has(LaunchOption.PROFILE_PAGE),
            value(LaunchOption.TRACE))
        : Launcher.launch(plan);
  }

  /** Returns the value of an option, or null when it was not given. */
  String value(LaunchOption option) {
    return has(option) ? options.get(option).getFirst() : null;
  }

  List<String> values(LaunchOption option) {
    return options.getOrDefault(option, List.of());
  }
}
