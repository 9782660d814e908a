package org.armci4j.transport.verbs;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.SettingsProvider;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.verbs.device.FaultInjection;

/** The settings of the transport {@code verbs}: RDMA through rdma-core's libibverbs. */
public final class VerbsSettings implements SettingsProvider {
  /** Choices of how ranks of one host reach each other. */
  public enum SameHost {
    /** By loads and stores in shared memory. */
    SHARED,
    /** Through the device, as if they were on different hosts; for tests and measurements. */
    DEVICE
  }

  /** Choices of what carries out atomic operations on words of eight bytes. */
  public enum Atomics {
    /** The device of the word's owner. */
    DEVICE,
    /** The helper thread of the word's owner, and CPUs of its host directly. */
    HELPER
  }

  /** Choices of how a contiguous get is made. */
  public enum Get {
    /** By an RDMA read, which the origin posts. */
    READ,
    /** By an RDMA write of the target's helper thread; for networks whose read is slow. */
    HELPER
  }

  /** Choices of what keeps the order of requests that read and that write on one connection. */
  public enum Order {
    /** The origin where the device is Linux's software device, which cannot; else the device. */
    AUTO,
    /** The device, by the fence flag of a request. */
    DEVICE,
    /** The origin: it posts one kind only when earlier requests of the other are complete. */
    WAIT
  }

  /** Value of {@link #DEVICE} that has the devices chosen. */
  static final String AUTO = "auto";

  /** Most rails of a rank. */
  static final int MOST_RAILS = 16;

  /** RDMA devices of the ranks of a host. */
  public static final Setting<String> DEVICE =
      Setting.text(
              "verbsDevice",
              AUTO,
              "RDMA devices: auto, or names that ibv_devices lists, by commas; by slashes, lists"
                  + " for the ranks of a host in turn")
          .where("auto, or lists of names, all as long", VerbsSettings::areDevices);

  /** Ports of this host that carry long transfers. */
  public static final Setting<Integer> RAILS =
      Setting.integer(
              "verbsRails",
              0,
              "ports of this host that long transfers are divided among; 0 is one for each name of"
                  + " verbsDevice, and with auto all ports of the kind that all ranks have")
          .where(
              "a whole number from 0 to " + MOST_RAILS, rails -> rails >= 0 && rails <= MOST_RAILS);

  /** Port of the device. */
  public static final Setting<Integer> PORT =
      Setting.integer("verbsPort", 0, "port of the RDMA device; 0 takes the first active one")
          .where("a whole number from 0", port -> port >= 0);

  /** Index into the port's GID table. */
  public static final Setting<Integer> GID_INDEX =
      Setting.integer("verbsGidIndex", -1, "index into the port's GID table; -1 chooses")
          .where("a whole number from -1", index -> index >= -1);

  /** Size of the largest packet. */
  public static final Setting<Integer> MTU =
      Setting.integer("verbsMtu", 0, "bytes of the largest packet; 0 takes the port's")
          .where(
              "0, 256, 512, 1024, 2048 or 4096",
              mtu -> mtu == 0 || (mtu >= 256 && mtu <= 4096 && Integer.bitCount(mtu) == 1))
          .asInternal();

  /** How ranks of one host reach each other. */
  public static final Setting<SameHost> SAME_HOST =
      Setting.choice(
              "verbsSameHost",
              SameHost.SHARED,
              "how ranks of one host reach each other in a verbs job: shared memory, or the device")
          .asInternal();

  /** What carries out atomic operations on words of eight bytes. */
  public static final Setting<Atomics> ATOMICS =
      Setting.choice(
          "verbsAtomics",
          Atomics.DEVICE,
          "what carries out atomic operations on words of eight bytes in a verbs job");

  /** How a contiguous get is made. */
  public static final Setting<Get> GET =
      Setting.choice(
              "verbsGet", Get.READ, "how a get is made: RDMA read, or write by the target's helper")
          .asInternal();

  /** What keeps the order of requests that read and that write. */
  public static final Setting<Order> ORDER =
      Setting.choice(
              "verbsOrder",
              Order.AUTO,
              "what keeps requests to one rank that read and that write in order: the device, or"
                  + " the origin, which waits; auto waits on Linux's software device")
          .asInternal();

  /** Most requests under way on a connection. */
  public static final Setting<Integer> QUEUE_DEPTH =
      Setting.integer(
              "verbsQueueDepth", 256, "requests to one rank that may be under way; a power of two")
          .where(
              "a power of two from 16 to 32768",
              depth -> depth >= 16 && depth <= 32768 && Integer.bitCount(depth) == 1);

  /** Paths to one rank through each rail, each a queue pair for long transfers. */
  public static final Setting<Integer> PATHS =
      Setting.integer(
              "verbsPaths",
              1,
              "paths to one rank through each rail, each a queue pair, which networks with several"
                  + " routes may send different ways")
          .where("a whole number from 1 to 64", paths -> paths >= 1 && paths <= 64);

  /** Paths that carry one transfer. */
  public static final Setting<Integer> PATH_BATCH =
      Setting.integer(
              "verbsPathBatch",
              0,
              "how many of the paths, those that have been fastest, of each rail equally many,"
                  + " carry one transfer; 0 for all")
          .where("a whole number from 0 to 64", paths -> paths >= 0 && paths <= 64)
          .asInternal();

  /** Shortest part of a transfer over several paths. */
  public static final Setting<Long> STRIPE_BYTES =
      Setting.size(
              "verbsStripeBytes",
              256 * 1024,
              "least part of a put or get over several paths: those of two or more are divided")
          .where("from 1 byte to 1 GiB", bytes -> bytes >= 1 && bytes <= 1L << 30)
          .asInternal();

  /** Requests per completion where no caller asks for one. */
  public static final Setting<Integer> SIGNAL_EVERY =
      Setting.integer(
              "verbsSignalEvery",
              16,
              "requests per completion where nobody waits for each; at most verbsQueueDepth / 4")
          .where("a whole number from 1", every -> every >= 1)
          .asInternal();

  /** Longest put whose data travel in the request itself. */
  public static final Setting<Integer> INLINE_BYTES =
      Setting.integer(
              "verbsInlineBytes",
              256,
              "longest put whose data are part of the request, if the device can")
          .where("a whole number from 0 to 4096", bytes -> bytes >= 0 && bytes <= 4096);

  /** Most requests that one call posts. */
  public static final Setting<Integer> CHAIN =
      Setting.integer(
              "verbsChain",
              16,
              "requests that are posted together, at most; 1 posts each by itself")
          .where("a whole number from 1 to 256", requests -> requests >= 1 && requests <= 256)
          .asInternal();

  /** Most data that share a message with their signal word. */
  public static final Setting<Long> SIGNAL_WITH_DATA =
      Setting.size(
              "verbsSignalWithData",
              0,
              "whole words right before their signal word, in the same line of 64 bytes, that may"
                  + " share its message: only for devices that write a line at once or upwards")
          .where("a size from 0 to 56", bytes -> bytes >= 0 && bytes <= 56)
          .asInternal();

  /** Most segments that share a request. */
  public static final Setting<Integer> SEGMENTS =
      Setting.integer(
              "verbsSegments",
              16,
              "segments that lie together at the target and share a request, if the device can")
          .where("a whole number from 1 to 32", segments -> segments >= 1 && segments <= 32)
          .asInternal();

  /** Shortest unregistered native memory that is registered rather than copied. */
  public static final Setting<Long> REGISTER_BYTES =
      Setting.size(
          "verbsRegisterBytes",
          64 * 1024,
          "from this length on native memory of the user is registered, below it is copied");

  /** Most memory that the cache of registrations holds. */
  public static final Setting<Long> REGISTERED_LIMIT =
      Setting.size(
          "verbsRegisteredLimit",
          1L << 30,
          "native memory of the user that may stay registered for the next use; 0 keeps none");

  /** Protocol of puts and gets of lists. */
  public static final Setting<ListProtocol> LISTS =
      Setting.choice(
              "verbsLists",
              ListProtocol.AUTO,
              "how puts and gets of many segments are made: each by itself, packed with the help of"
                  + " the target's helper thread, without a copy with its assistance, or as suits"
                  + " them")
          .asInternal();

  /** Whether what {@code armci tune} has kept takes the place of defaults. */
  public static final Setting<Boolean> TUNED =
      Setting.flag(
          "verbsTuned",
          true,
          "jobs use what armci tune has kept for the host's kind of devices, where nothing else is"
              + " set");

  /** Average length below which segments are packed: a copy costs less than a message's entry. */
  public static final Setting<Long> PACKED_SEGMENT_BYTES =
      Setting.size(
          "verbsPackedSegmentBytes",
          64,
          "with verbsLists=auto segments that are shorter on average are packed");

  /**
   * Average length below which segments that are not packed go with assistance. A request for each
   * longer one keeps the wire busy.
   */
  public static final Setting<Long> ASSISTED_SEGMENT_BYTES =
      Setting.size(
          "verbsAssistedSegmentBytes",
          8 << 10,
          "with verbsLists=auto segments that are not packed, and are shorter on average, go"
              + " with the assistance of the target's helper thread, without a copy");

  /** Most segments that share a message of a list with assistance. */
  public static final Setting<Integer> ASSISTED_SEGMENTS =
      Setting.integer(
              "verbsAssistedSegments",
              32,
              "segments that share a message of a list with assistance, if both devices can")
          .where("a whole number from 1 to 256", segments -> segments >= 1 && segments <= 256)
          .asInternal();

  /** Most messages of lists with assistance that are under way. */
  public static final Setting<Integer> ASSISTED_MESSAGES =
      Setting.integer(
              "verbsAssistedMessages",
              64,
              "messages of lists with assistance that may be under way to one rank, and from it")
          .where("a whole number from 4 to 8192", messages -> messages >= 4 && messages <= 8192)
          .asInternal();

  /** Size of the buffers through which unregistered memory is copied. */
  public static final Setting<Long> COPY_BYTES =
      Setting.size("verbsCopyBytes", 4 << 20, "registered buffers of a rank for copied transfers")
          .where("a size from 64KiB to 1GiB", bytes -> bytes >= 1 << 16 && bytes <= 1 << 30)
          .asInternal();

  /** Largest piece of a copied transfer. */
  public static final Setting<Long> COPY_PIECE_BYTES =
      Setting.size(
              "verbsCopyPieceBytes", 64 * 1024, "largest piece of a copied transfer; pieces grow")
          .where("a size from 1KiB to 16MiB", bytes -> bytes >= 1 << 10 && bytes <= 1 << 24)
          .asInternal();

  /** Largest message to a helper thread. */
  public static final Setting<Long> REQUEST_BYTES =
      Setting.size("verbsRequestBytes", 8192, "largest message to another rank's helper thread")
          .where(
              "a multiple of 64 bytes from 512 to 1MiB",
              bytes -> bytes >= 512 && bytes <= 1 << 20 && bytes % 64 == 0)
          .asInternal();

  /** Most unanswered messages to one rank's helper thread. */
  public static final Setting<Integer> CREDITS =
      Setting.integer(
              "verbsCredits", 16, "messages to one rank's helper thread that may be unanswered")
          .where("a whole number from 1 to 256", credits -> credits >= 1 && credits <= 256)
          .asInternal();

  /** Most operations on one rank that wait until they can be started. */
  public static final Setting<Integer> QUEUED =
      Setting.integer(
              "verbsQueued",
              1024,
              "operations on one rank that may wait at their origin until they can be started; a"
                  + " call waits where there are more")
          .where("a whole number from 1 to 1048576", most -> most >= 1 && most <= 1 << 20)
          .asInternal();

  /** Messages for which a helper thread's receive queue has room. */
  public static final Setting<Integer> RECEIVES =
      Setting.integer(
              "verbsReceives",
              512,
              "messages from all ranks that a helper thread's queue holds; more wait at the sender")
          .where("a whole number from 16 to 32767", slots -> slots >= 16 && slots <= 32767)
          .asInternal();

  /** Time for which an idle helper thread polls before it sleeps. */
  public static final Setting<Duration> HELPER_POLL =
      Setting.duration(
              "verbsHelperPoll",
              Duration.ofNanos(20_000),
              "how long an idle helper thread polls before it sleeps until the device wakes it")
          .asInternal();

  /** Time for which the device waits for an acknowledgement before it sends again. */
  public static final Setting<Duration> ACK_TIMEOUT =
      Setting.duration(
          "verbsAckTimeout",
          Duration.ofMillis(67),
          "how long the device waits for an acknowledgement before it sends again, rounded up"
              + " to 4.096 us times a power of two");

  /** How often the device sends again before it gives a peer up. */
  public static final Setting<Integer> RETRIES =
      Setting.integer(
              "verbsRetries", 6, "how often the device sends again before it gives a rank up")
          .where("a whole number from 0 to 6", retries -> retries >= 0 && retries <= 6)
          .asInternal();

  /** Longest time in which requests are under way on a connection and none ends. */
  public static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration(
              "verbsRequestTimeout",
              Duration.ofSeconds(60),
              "how long requests to a rank may be under way of which none ends, before the rank is"
                  + " given up; 0s is forever")
          .asInternal();

  /** Longest time that making a connection may take. */
  public static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration(
              "verbsConnectTimeout",
              Duration.ofSeconds(30),
              "how long the first operation on a rank may take to connect to it")
          .asInternal();

  /** Longest time that this rank's port may be down while the rank waits. */
  public static final Setting<Duration> PORT_TIMEOUT =
      Setting.duration(
              "verbsPortTimeout",
              Duration.ofSeconds(10),
              "how long this rank's port may be down while it waits, before it fails; 0s is"
                  + " forever")
          .asInternal();

  /** Faults that {@link FaultInjection} injects, for tests. */
  public static final Setting<String> FAULTS =
      Setting.text(
              "verbsFaults",
              "",
              "for tests: faults of the device to invent, such as seed=7,delay=0.01,error=0.0001")
          .where(
              "empty, or some of seed=N, delay=P, error=P, refuse=P with probabilities P, by"
                  + " commas",
              FaultInjection::isValid)
          .asInternal();

  /** All settings, in the order of a listing. */
  public static final List<Setting<?>> ALL =
      List.of(
          DEVICE,
          RAILS,
          PORT,
          GID_INDEX,
          MTU,
          SAME_HOST,
          ATOMICS,
          GET,
          ORDER,
          QUEUE_DEPTH,
          PATHS,
          PATH_BATCH,
          STRIPE_BYTES,
          SIGNAL_EVERY,
          INLINE_BYTES,
          CHAIN,
          SIGNAL_WITH_DATA,
          SEGMENTS,
          REGISTER_BYTES,
          REGISTERED_LIMIT,
          LISTS,
          TUNED,
          PACKED_SEGMENT_BYTES,
          ASSISTED_SEGMENT_BYTES,
          ASSISTED_SEGMENTS,
          ASSISTED_MESSAGES,
          COPY_BYTES,
          COPY_PIECE_BYTES,
          REQUEST_BYTES,
          CREDITS,
          QUEUED,
          RECEIVES,
          HELPER_POLL,
          ACK_TIMEOUT,
          RETRIES,
          REQUEST_TIMEOUT,
          CONNECT_TIMEOUT,
          PORT_TIMEOUT,
          FAULTS);

  /** Makes the provider, for the service loader. */
  public VerbsSettings() {}

  private static boolean areDevices(String value) {
    List<String[]> lists = lists(value);
    return lists.stream().allMatch(names -> names.length == lists.getFirst().length)
        && lists.stream().flatMap(Arrays::stream).noneMatch(String::isBlank);
  }

  private static List<String[]> lists(String value) {
    return Arrays.stream(value.split("/", -1)).map(list -> list.split(",", -1)).toList();
  }

  /** Returns the names of the devices that a rank uses, or auto. */
  static List<String> devices(Settings settings, int rankOnHost) {
    List<String[]> lists = lists(settings.get(DEVICE));
    return List.of(lists.get(rankOnHost % lists.size()));
  }

  /** Returns how many rails each rank has whose devices, or whose number of ports, are set. */
  static int rails(Settings settings) {
    int set = settings.get(RAILS);
    return set > 0 ? set : lists(settings.get(DEVICE)).getFirst().length;
  }

  @Override
  public List<Setting<?>> settings() {
    return ALL;
  }
}
