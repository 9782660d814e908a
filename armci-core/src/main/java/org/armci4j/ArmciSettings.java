package org.armci4j;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.armci4j.bootstrap.settings.SettingsProvider;
import org.armci4j.profile.recording.RecordingSettings;
import org.armci4j.transport.shared.ShmProvider;
import org.armci4j.waiting.WaitSettings;

/**
 * Lists the settings of the runtime; the {@linkplain BootstrapSettings bootstrap} has further ones.
 */
public final class ArmciSettings implements SettingsProvider {
  /** Name of the transport that moves the data, or {@code auto}. */
  public static final Setting<String> TRANSPORT =
      Setting.text(
          "transport", "auto", "transport between ranks: auto, or a name that 'armci info' lists");

  /** Name of the transport to prefer between hosts, or {@code auto}. */
  public static final Setting<String> NETWORK =
      Setting.text(
          "network",
          "auto",
          "transport between hosts where several join all ranks, such as ucx; auto takes verbs"
              + " first. 'armci tune' measures which is faster");

  /** Whether the space of a block is reserved when it is allocated. */
  public static final Setting<Boolean> SHM_RESERVE = ShmProvider.RESERVE;

  /** Time limit of waits that have no time-out of their own; 0 for none. */
  public static final Setting<Duration> WAIT_TIMEOUT = WaitSettings.TIMEOUT;

  /** Number of events of each origin that may wait at a rank to be probed. */
  public static final Setting<Integer> EVENT_SLOTS =
      Setting.integer(
              "eventSlots", 50, "events of each origin that may wait at a rank to be probed")
          .where("a whole number from 1", slots -> slots >= 1)
          .asInternal();

  /** Number of procedure calls from one rank to another that may be under way at once. */
  public static final Setting<Integer> CALL_SLOTS =
      Setting.integer(
              "callSlots", 4, "procedure calls from one rank to another that may be under way")
          .where("a whole number from 1 to 64", slots -> slots >= 1 && slots <= 64);

  /** Size limit of the request and of the reply of a procedure call. */
  public static final Setting<Long> CALL_BYTES =
      Setting.size("callBytes", 4096, "largest request, and largest reply, of a procedure call")
          .where("a size from 256 to 1GiB", bytes -> bytes >= 256 && bytes <= 1L << 30);

  /** Whether ranks record what they do, for {@link Armci#counters} and {@code --profile}. */
  public static final Setting<Boolean> PROFILE = RecordingSettings.PROFILE;

  /** Whether what ranks do are events of the Flight Recorder. */
  public static final Setting<Boolean> FLIGHT_EVENTS = RecordingSettings.FLIGHT_EVENTS;

  /** Whether ranks register their counters as beans. */
  public static final Setting<Boolean> COUNTER_BEAN = RecordingSettings.COUNTER_BEAN;

  /** All settings of the runtime, in the order of a listing. */
  public static final List<Setting<?>> ALL =
      List.of(
          TRANSPORT,
          NETWORK,
          SHM_RESERVE,
          WaitSettings.SPINS,
          WaitSettings.PARK_AFTER,
          WaitSettings.MAX_PARK,
          WAIT_TIMEOUT,
          EVENT_SLOTS,
          CALL_SLOTS,
          CALL_BYTES,
          PROFILE,
          FLIGHT_EVENTS,
          COUNTER_BEAN,
          RecordingSettings.FOLDER,
          RecordingSettings.TRACE_SPANS);

  /** Makes a provider, for the service loader. */
  public ArmciSettings() {}

  @Override
  public List<Setting<?>> settings() {
    return ALL;
  }

  /**
   * Returns a builder for values from code. It knows the settings of the runtime and the bootstrap;
   * those of other modules can be given too.
   *
   * @return a builder; its {@code resolve()} reads environment and system properties too
   */
  public static SettingsBuilder builder() {
    return Settings.of(Stream.of(ALL, BootstrapSettings.ALL).flatMap(List::stream).toList());
  }
}
