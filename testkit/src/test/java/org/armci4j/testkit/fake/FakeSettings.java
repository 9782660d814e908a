package org.armci4j.testkit.fake;

import java.util.List;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.transport.ListProtocol;

/** Lists the settings of the fake network, which differ from job to job. */
public final class FakeSettings {
  static final Setting<Integer> SEED =
      Setting.integer("fakeSeed", 1, "what the network draws from, with the rank");

  static final Setting<Boolean> AVAILABLE =
      Setting.flag("fakeAvailable", true, "whether the rank has the network");

  static final Setting<Boolean> ATOMICS =
      Setting.flag("fakeAtomics", true, "the network updates words of eight bytes itself");

  static final Setting<Boolean> ASSISTED_GETS =
      Setting.flag("fakeAssistedGets", false, "helper threads make gets");

  static final Setting<ListProtocol> LISTS =
      Setting.choice("fakeLists", ListProtocol.AUTO, "how puts and gets of lists are made");

  static final Setting<Integer> LINE_DEPTH =
      Setting.integer(
          "fakeLineDepth", 16, "messages under way on a line, each way; 0 for no lines");

  public static final Setting<Boolean> SHARED_ON_HOST =
      Setting.flag("fakeSharedOnHost", false, "ranks of one host share memory");

  static final Setting<Integer> DEPTH =
      Setting.integer("fakeDepth", 64, "operations under way to one rank; a power of two");

  static final Setting<Integer> CREDITS =
      Setting.integer("fakeCredits", 4, "messages to one rank's helper that may be unanswered");

  static final Setting<Integer> QUEUED =
      Setting.integer("fakeQueued", 16, "operations on one rank that may wait to be started");

  static final Setting<Integer> GATHERED_BYTES =
      Setting.integer("fakeGatheredBytes", 0, "the longest put that travels with others");

  static final Setting<Boolean> SENDS_AT_ONCE =
      Setting.flag(
          "fakeSendsAtOnce", false, "messages behind nothing take no number, as those of UCX");

  static final Setting<Boolean> RANKS_SERVE =
      Setting.flag("fakeRanksServe", false, "a rank that waits serves in place of its helper");

  static final Setting<Integer> RECEIVES =
      Setting.integer("fakeReceives", 512, "messages that a rank's inbox holds; more wait outside");

  static final Setting<Integer> PATHS =
      Setting.integer("fakePaths", 1, "paths to each rank; more than half carry a transfer");

  static final Setting<Integer> PATH_FAULT_EVERY =
      Setting.integer(
          "fakePathFaultEvery", 0, "operations of further paths for each that fails; 0 for none");

  static final Setting<Integer> FIRST_FAULT_EVERY =
      Setting.integer(
          "fakeFirstFaultEvery",
          0,
          "operations of first paths for each by which the path fails and goes another way; 0 for"
              + " none, and no other way");

  public static final Setting<Integer> FAULT_AFTER =
      Setting.integer(
          "fakeFaultAfter",
          0,
          "operations of rank 0, but on further paths, before one fails; 0 for none");

  static final Setting<Integer> RELEASE_BYTES =
      Setting.integer(
          "fakeReleaseBytes",
          0,
          "a rank's helper thread is given no message before the rank itself puts so many bytes;"
              + " 0 holds none back");

  static final Setting<Integer> SLOW_RANK =
      Setting.integer(
          "fakeSlowRank",
          -1,
          "nothing that goes there is carried out before that rank puts fakeReleaseBytes; -1 for"
              + " none");

  static final Setting<Integer> DYING_BYTES =
      Setting.integer(
          "fakeDyingBytes",
          0,
          "a rank that puts so many bytes dies: nothing that it has started is carried out any"
              + " more, and what goes there fails; 0 for none");

  static final Setting<Integer> HELD_GET_BYTES =
      Setting.integer(
          "fakeHeldGetBytes", 0, "gets of so many bytes wait until the next operation; 0 for none");

  static final Setting<Integer> CONNECTIONS =
      Setting.integer("fakeConnections", Integer.MAX_VALUE, "ranks that a rank may connect to");

  public static final Setting<Integer> REGISTRATIONS =
      Setting.integer("fakeRegistrations", Integer.MAX_VALUE, "how often memory may be registered");

  static final List<Setting<?>> ALL =
      List.of(
          SEED,
          AVAILABLE,
          ATOMICS,
          ASSISTED_GETS,
          LISTS,
          LINE_DEPTH,
          SHARED_ON_HOST,
          DEPTH,
          CREDITS,
          QUEUED,
          GATHERED_BYTES,
          SENDS_AT_ONCE,
          RANKS_SERVE,
          RECEIVES,
          PATHS,
          PATH_FAULT_EVERY,
          FIRST_FAULT_EVERY,
          FAULT_AFTER,
          RELEASE_BYTES,
          SLOW_RANK,
          DYING_BYTES,
          HELD_GET_BYTES,
          CONNECTIONS,
          REGISTRATIONS);

  private FakeSettings() {}
}
