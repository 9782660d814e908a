package org.armci4j.collectives;

import java.util.List;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.SettingsProvider;

/** The settings of the collectives. */
public final class CollectivesSettings implements SettingsProvider {
  /** Algorithms that collectives use. */
  public static final Setting<String> ALGORITHMS =
      Setting.text(
          "collectives",
          "",
          "algorithms of collectives, such as 'allreduce=ring, barrier=dissemination'; where none"
              + " is named, size and ranks decide");

  /** Whether results of floating point may depend on the algorithm. */
  public static final Setting<Boolean> ANY_ORDER =
      Setting.flag(
          "collectivesAnyOrder",
          false,
          "let reductions leave the order of the ranks where that is faster");

  /** Whether ranks compare what they call. */
  public static final Setting<Boolean> CHECK =
      Setting.flag(
          "collectivesCheck",
          false,
          "compare the calls of all ranks before each collective, and refuse those that differ;"
              + " true under @ArmciTest, armci run --threads and armci run on a terminal");

  /** Number of nonblocking collectives of one object that proceed at once. */
  public static final Setting<Integer> LANES =
      Setting.integer(
              "collectivesLanes",
              4,
              "how many nonblocking collectives of a group proceed at once; more wait for their"
                  + " turn")
          .asInternal();

  /** Bytes for each of several ranks of a host that carry a message between hosts. */
  public static final Setting<Long> LEADER_BYTES =
      Setting.size(
              "collectivesLeaderBytes",
              0,
              "on several hosts, divide a broadcast or allreduce among as many ranks of each host"
                  + " as get so many bytes each to carry between hosts; 0 decides by the hosts'"
                  + " cores")
          .asInternal();

  /** Whether native memory of the caller's is lent to peers. */
  public static final Setting<Boolean> LENDING =
      Setting.flag(
              "collectivesLending",
              true,
              "over a network, let peers write long messages straight to native memory of the"
                  + " program's own, which is registered for them; else it is copied on arrival")
          .asInternal();

  /** Whether hosts are levels. */
  public static final Setting<Boolean> LEVELS =
      Setting.flag(
              "collectivesLevels",
              true,
              "with several ranks on some of several hosts, combine and spread inside each host"
                  + " first, so that it crosses the network once")
          .asInternal();

  /** Description of the machine. */
  public static final Setting<String> MACHINE =
      Setting.text(
          "collectivesMachine",
          "",
          "a file of 'armci tune --collectives --output': then the expected time of each algorithm"
              + " on that machine makes the table of choices, by what the first rank of a group has"
              + " read");

  /** Size of the memory that stands for arrays over a network. */
  public static final Setting<Long> STAGING_BYTES =
      Setting.size(
              "collectivesStagingBytes",
              64 << 20,
              "native memory of a rank, at most, that peers reach in place of Java arrays in"
                  + " collectives over a network; a longer result goes in short pieces")
          .where("a size up to 16GiB", bytes -> bytes <= 16L << 30)
          .asInternal();

  /** Whether the table of choices that was measured is used. */
  public static final Setting<Boolean> TUNED =
      Setting.flag(
          "collectivesTuned",
          true,
          "choose algorithms by the table that 'armci tune --collectives' keeps for the transport;"
              + " else, and where there is none, by the shipped one");

  /** All of them, in the order of a listing. */
  public static final List<Setting<?>> ALL =
      List.of(
          ALGORITHMS,
          ANY_ORDER,
          CHECK,
          LANES,
          LEADER_BYTES,
          LENDING,
          LEVELS,
          MACHINE,
          STAGING_BYTES,
          TUNED);

  /** Creates the provider, for the service loader. */
  public CollectivesSettings() {}

  @Override
  public List<Setting<?>> settings() {
    return ALL;
  }
}
