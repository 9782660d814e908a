package org.armci4j.transport.ucx;

import java.time.Duration;
import java.util.List;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.SettingsProvider;
import org.armci4j.transport.ListProtocol;

/** The settings of the transport {@code ucx}. */
public final class UcxSettings implements SettingsProvider {
  /** The value that leaves a choice to UCX. */
  static final String AUTO = "auto";

  /** How ranks of one host reach each other. */
  public enum SameHost {
    /** By loads and stores in shared memory. */
    SHARED,
    /** Through UCX, as if they were on different hosts; for tests and measurements. */
    NETWORK
  }

  /** The executor of atomic operations on words of eight bytes. */
  public enum Atomics {
    /** UCX at the word's owner, by instructions of the CPU. */
    CPU,
    /** The network device of the word's owner, where UCX finds that it can. */
    DEVICE,
    /** The helper thread of the word's owner, and CPUs of its host directly. */
    HELPER
  }

  /** UCX's transports. */
  public static final Setting<String> TLS =
      Setting.text(
          "ucxTls",
          AUTO,
          "UCX's transports (UCX_TLS), such as tcp or rc,ud; auto takes the environment's, else all"
              + " networks");

  /** Network devices. */
  public static final Setting<String> DEVICES =
      Setting.text(
          "ucxDevices",
          AUTO,
          "network devices (UCX_NET_DEVICES), such as eth0 or mlx5_0:1; auto takes the"
              + " environment's, else all");

  /** Size of the pieces that UCX passes to and from the kernel in one call over TCP. */
  public static final Setting<Long> TCP_SEGMENT_BYTES =
      Setting.size(
              "ucxTcpSegmentBytes",
              256 << 10,
              "data in UCX's buffers for TCP, of which each connection that sends or receives has"
                  + " one, longer by the headers; the environment's UCX_TCP_TX_SEG_SIZE and"
                  + " UCX_TCP_RX_SEG_SIZE go before it")
          .where("a size from 1KiB to 4MiB", bytes -> bytes >= 1 << 10 && bytes <= 4 << 20)
          .asInternal();

  /** Room for the headers of UCX and of the message before the data, with a margin. */
  public static final long SEGMENT_HEADERS_BYTES = 512;

  /** How ranks of one host reach each other. */
  public static final Setting<SameHost> SAME_HOST =
      Setting.choice(
              "ucxSameHost",
              SameHost.SHARED,
              "how ranks of one host reach each other in a ucx job: shared memory, or the network")
          .asInternal();

  /** The executor of atomic operations on words of eight bytes. */
  public static final Setting<Atomics> ATOMICS =
      Setting.choice(
              "ucxAtomics",
              Atomics.CPU,
              "who carries out atomic operations on words of eight bytes in a ucx job")
          .asInternal();

  /** Number of operations that may be under way to one rank. */
  public static final Setting<Integer> DEPTH =
      Setting.integer("ucxDepth", 256, "operations to one rank that may be under way")
          .where(
              "a power of two from 16 to 32768",
              depth -> depth >= 16 && depth <= 32768 && Integer.bitCount(depth) == 1)
          .asInternal();

  /** Protocol of puts and gets of lists of segments. */
  public static final Setting<ListProtocol> LISTS =
      Setting.choice(
              "ucxLists",
              ListProtocol.AUTO,
              "how puts and gets of many segments are made: each by itself, packed with the help of"
                  + " the target's helper thread, or as suits them")
          .where(
              "auto, direct or packed, as UCX scatters no messages",
              protocol -> protocol != ListProtocol.ASSISTED)
          .asInternal();

  /** Average length below which segments are packed. */
  public static final Setting<Long> PACKED_SEGMENT_BYTES =
      Setting.size(
          "ucxPackedSegmentBytes",
          2048,
          "with ucxLists=auto segments that are shorter on average are packed; if nothing is"
              + " said, those below 16KiB where there is only TCP");

  /** Size of the buffers through which heap arrays are copied. */
  public static final Setting<Long> COPY_BYTES =
      Setting.size("ucxCopyBytes", 4 << 20, "buffers of a rank for messages and for heap arrays")
          .where("a size from 256KiB to 1GiB", bytes -> bytes >= 1 << 18 && bytes <= 1 << 30)
          .asInternal();

  /** The largest piece of a copied transfer. */
  public static final Setting<Long> COPY_PIECE_BYTES =
      Setting.size("ucxCopyPieceBytes", 256 * 1024, "largest piece of a copied transfer")
          .where("a size from 1KiB to 16MiB", bytes -> bytes >= 1 << 10 && bytes <= 1 << 24)
          .asInternal();

  /**
   * The largest message to a helper thread: 32 KiB of data, and a header that says where they go.
   */
  public static final Setting<Long> REQUEST_BYTES =
      Setting.size("ucxRequestBytes", 40 << 10, "largest message to another rank's helper thread")
          .where(
              "a multiple of 64 bytes from 512 to 64KiB",
              bytes -> bytes >= 512 && bytes <= 64 << 10 && bytes % 64 == 0)
          .asInternal();

  /** Length up to which puts travel together; whether words that many threads await do. */
  public static final Setting<Long> GATHERED_BYTES =
      Setting.size(
              "ucxGatheredBytes",
              64,
              "puts of no more that follow each other closely travel together, in messages to the"
                  + " target's helper thread; 0 sends each alone. Below 8, so does each get or"
                  + " atomic of a word for which many threads wait at once")
          .where("a size up to 256 bytes", bytes -> bytes <= 256)
          .asInternal();

  /** Length up to which native data are copied into one message with their signal. */
  public static final Setting<Long> ONE_MESSAGE_BYTES =
      Setting.size(
              "ucxOneMessageBytes",
              32 << 10,
              "native data of no more are copied into one message with their signal, which is not"
                  + " answered, where both ranks have nothing but TCP; 0 sends each alone")
          .where("a size up to 64KiB", bytes -> bytes <= 64 << 10)
          .asInternal();

  /** Number of messages to one rank's helper thread that may be unanswered. */
  public static final Setting<Integer> CREDITS =
      Setting.integer(
              "ucxCredits", 16, "messages to one rank's helper thread that may be unanswered")
          .where("a whole number from 1 to 256", credits -> credits >= 1 && credits <= 256)
          .asInternal();

  /** Number of operations on one rank that may wait until they can be started. */
  public static final Setting<Integer> QUEUED =
      Setting.integer(
              "ucxQueued",
              1024,
              "operations on one rank that may wait at their origin until they can be started; a"
                  + " call waits where there are more")
          .where("a whole number from 1 to 1048576", most -> most >= 1 && most <= 1 << 20)
          .asInternal();

  /** Time that an idle helper thread polls before it sleeps. */
  public static final Setting<Duration> HELPER_POLL =
      Setting.duration(
              "ucxHelperPoll",
              Duration.ofNanos(20_000),
              "how long an idle helper thread polls before it sleeps until the network wakes it")
          .asInternal();

  /** Time that operations may be under way without any of them ending. */
  public static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration(
          "ucxRequestTimeout",
          Duration.ofSeconds(60),
          "how long operations to a rank may be under way of which none ends, before the rank"
              + " is given up; 0s is forever");

  /** Time that making a connection may take. */
  public static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration(
              "ucxConnectTimeout",
              Duration.ofSeconds(30),
              "how long the first operation on a rank may take to connect to it")
          .asInternal();

  /** Number of ranks up to which all connect at the start. */
  public static final Setting<Integer> CLOSED_PORTS_RANKS =
      Setting.integer(
              "ucxClosedPortsRanks",
              256, // all connected, a rank takes 70 MiB and 768 of the usual 1024 files
              "jobs of no more ranks connect all that need it at their start over TCP, and then"
                  + " close UCX's ports, at which anybody could write into a rank; 0 leaves them"
                  + " open")
          .where("a whole number from 0 to 65536", ranks -> ranks >= 0 && ranks <= 1 << 16);

  /** All settings, in the order of a listing. */
  public static final List<Setting<?>> ALL =
      List.of(
          TLS,
          DEVICES,
          TCP_SEGMENT_BYTES,
          SAME_HOST,
          ATOMICS,
          DEPTH,
          LISTS,
          PACKED_SEGMENT_BYTES,
          COPY_BYTES,
          COPY_PIECE_BYTES,
          REQUEST_BYTES,
          GATHERED_BYTES,
          ONE_MESSAGE_BYTES,
          CREDITS,
          QUEUED,
          HELPER_POLL,
          REQUEST_TIMEOUT,
          CONNECT_TIMEOUT,
          CLOSED_PORTS_RANKS);

  /** Creates the provider, for the service loader. */
  public UcxSettings() {}

  @Override
  public List<Setting<?>> settings() {
    return ALL;
  }
}
