package org.armci4j.benchmarks.tune;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.verbs.VerbsSettings;
import org.armci4j.transport.verbs.VerbsTuning;

/**
 * Runs {@code armci tune}: finds the settings that suit the machine. All ranks of the job open the
 * runtime again and again, each time with one protocol forced. Rank 0 measures transfers with rank
 * 1. It prints a table, and then the settings as lines for a shell.
 */
public final class Tune {
  private static final List<Long> SHORT = List.of(8L, 16L, 32L, 64L, 128L, 256L, 512L);
  private static final List<Long> LONG =
      List.of(1L << 10, 4L << 10, 16L << 10, 64L << 10, 256L << 10, 1L << 20);
  private static final List<Long> GETS = List.of(8L, 4L << 10, 64L << 10, 1L << 20);
  private static final List<Long> PIECES =
      List.of(16L << 10, 32L << 10, 64L << 10, 128L << 10, 256L << 10);
  private static final List<Long> SEGMENT_BYTES = List.of(8L, 64L, 512L, 2L << 10, 8L << 10);
  private static final List<Integer> CHAINS = List.of(1, 4, 16, 64);
  private static final List<Integer> SEGMENTS = List.of(1, 4, 16);
  private static final List<Integer> SIGNALS = List.of(1, 4, 16, 64);
  private static final long ROW_BYTES = 512;
  private static final String VERBS = "verbs";
  private static final String UCX = "ucx";
  private static final List<String> NETWORKS = List.of(VERBS, UCX);

  private static final double NANOS_PER_MICRO = 1000;
  private static final long NEVER_BYTES = 1L << 30;
  private static final long WARM_UP_NANOS = 30_000_000_000L;
  private static final String QUICK = "--quick";

  private final Map<Setting<?>, Chosen> best = new LinkedHashMap<>();
  private final boolean quick;
  private final List<Long> shortBytes;
  private final List<Long> longBytes;
  private final List<Long> gotBytes;
  private final List<Long> segmentBytes;
  private boolean measures;

  private Tune(boolean quick) {
    this.quick = quick;
    this.shortBytes = some(SHORT);
    this.longBytes = some(LONG);
    this.gotBytes = some(GETS);
    this.segmentBytes = some(SEGMENT_BYTES);
  }

  /** The best value of a setting, and the reason. */
  private record Chosen(String value, String reason) {}

  /**
   * Runs on every rank.
   *
   * @param args the file for the settings, or none; and {@code --quick} to measure everything once
   * @throws IOException when the file cannot be written
   */
  public static void main(String[] args) throws IOException {
    String transport;
    try (Armci armci = Armci.open()) {
      transport = armci.transportName();
      if (!NETWORKS.contains(transport)) {
        if (armci.rank() == 0) {
          System.out.printf(
              Locale.ROOT,
              "Transport %s has nothing to tune: every transfer is a copy by the rank itself,%n"
                  + "and no protocol is chosen by size. There is for: --transport verbs%n",
              transport);
        }
        return;
      }
      if (armci.size() < 2) {
        throw new IllegalArgumentException("armci tune needs two ranks");
      }
    }
    List<String> words = List.of(args);
    Tune tune = new Tune(words.contains(QUICK));
    if (ArmciSettings.builder().resolve().get(ArmciSettings.TRANSPORT).equals("auto")) {
      tune.networks();
    }
    if (transport.equals(VERBS)) {
      tune.protocols();
    }
    if (tune.measures) {
      tune.report(
          words.stream()
              .filter(word -> !word.equals(QUICK))
              .map(Path::of)
              .findFirst()
              .orElse(null));
    }
  }

  /** Finds the fastest of the networks that join all ranks. */
  private void networks() {
    Map<String, double[]> nanos = new LinkedHashMap<>();
    for (String network : NETWORKS) {
      try (TransferTimings timings = open(ArmciSettings.TRANSPORT, network)) {
        if (measures) {
          timings.warmUp(quick ? 0 : WARM_UP_NANOS / NETWORKS.size());
          nanos.put(network, gotBytes.stream().mapToDouble(size -> there(timings, size)).toArray());
        }
      } catch (ArmciException e) { // every rank's open fails alike
        if (Membership.current().rank() == 0) {
          System.out.printf(Locale.ROOT, "%s is not measured: %s%n", network, e.getMessage());
        }
      }
    }
    if (nanos.size() == NETWORKS.size()) {
      double[] verbs = nanos.get(VERBS);
      double[] ucx = nanos.get(UCX);
      print("put, fence and get", gotBytes, VERBS, verbs, UCX, ucx);
      boolean other = Crossing.isFasterOnTheWhole(ucx, verbs);
      String reason =
          other ? "it is clearly faster on the whole" : "ucx is not clearly faster on the whole";
      best.put(ArmciSettings.NETWORK, new Chosen(other ? UCX : VERBS, reason));
    }
  }

  private static double there(TransferTimings timings, long sizeBytes) {
    return timings.put(sizeBytes) + timings.get(sizeBytes);
  }

  private void protocols() {
    warmUp();
    inline();
    registration();
    pieces();
    gets();
    lists();
    stripes();
    each(
        "64 short puts and a fence, each",
        VerbsSettings.SIGNAL_EVERY,
        some(SIGNALS),
        TransferTimings::shortPuts);
    each("64 rows of 512 bytes", VerbsSettings.CHAIN, some(CHAINS), t -> t.rows(ROW_BYTES, false));
    each(
        "the same, together there",
        VerbsSettings.SEGMENTS,
        some(SEGMENTS),
        t -> t.rows(ROW_BYTES, true));
  }

  /** Warms up first, or later figures would profit from the JIT. */
  private void warmUp() {
    if (quick) {
      return;
    }
    try (TransferTimings timings = open(VerbsSettings.CHAIN, VerbsSettings.CHAIN.defaultValue())) {
      if (measures) {
        timings.warmUp(WARM_UP_NANOS);
      }
    }
  }

  /** Returns all values, or in quick mode two of them, enough to exercise every protocol. */
  private <T> List<T> some(List<T> all) {
    return quick ? all.subList(all.size() - 2, all.size()) : all;
  }

  private void inline() {
    int most = Math.toIntExact(shortBytes.getLast());
    double[] inline = bySize(shortBytes, VerbsSettings.INLINE_BYTES, most, TransferTimings::put)[0];
    double[] written = bySize(shortBytes, VerbsSettings.INLINE_BYTES, 0, TransferTimings::put)[0];
    if (measures) {
      print("put and fence", shortBytes, "inline", inline, "from memory", written);
      int index = Crossing.index(shortBytes, inline, written);
      choose(
          VerbsSettings.INLINE_BYTES,
          index == 0 ? 0 : shortBytes.get(index - 1),
          Crossing.reason("inline", "from memory", shortBytes, index));
    }
  }

  private void registration() {
    Measured[] puts = {TransferTimings::putOfFresh, TransferTimings::putOfNative};
    double[][] copied = bySize(longBytes, VerbsSettings.REGISTER_BYTES, Long.MAX_VALUE, puts);
    double[][] registered = bySize(longBytes, VerbsSettings.REGISTER_BYTES, 0L, puts);
    if (measures) {
      print(
          "put of fresh native memory",
          longBytes,
          "copied",
          copied[0],
          "registered",
          registered[0]);
      print(
          "put of the same native memory",
          longBytes,
          "copied",
          copied[1],
          "registered",
          registered[1]);
      int index = Crossing.index(longBytes, copied[0], registered[0]);
      long from = index == longBytes.size() ? 2 * longBytes.getLast() : longBytes.get(index);
      choose(
          VerbsSettings.REGISTER_BYTES,
          from,
          "of fresh memory, " + Crossing.reason("copied", "registered", longBytes, index));
    }
  }

  private void pieces() {
    each(
        "put of 1 MiB from the heap",
        VerbsSettings.COPY_PIECE_BYTES,
        some(PIECES),
        timings -> timings.putOfHeap(TransferTimings.LARGEST_BYTES));
  }

  private void gets() {
    double[] read =
        bySize(gotBytes, VerbsSettings.GET, VerbsSettings.Get.READ, TransferTimings::get)[0];
    double[] helped =
        bySize(gotBytes, VerbsSettings.GET, VerbsSettings.Get.HELPER, TransferTimings::get)[0];
    if (measures) {
      print("get", gotBytes, "RDMA read", read, "helper's write", helped);
      int index = Crossing.index(gotBytes, read, helped);
      String reason = Crossing.reason("RDMA read", "the helper's write", gotBytes, index);
      best.put(VerbsSettings.GET, new Chosen(index == 0 ? "helper" : "read", reason));
    }
  }

  private void lists() {
    double[][] direct = byList(ListProtocol.DIRECT);
    lists(VerbsSettings.PACKED_SEGMENT_BYTES, "packed", byList(ListProtocol.PACKED), direct);
    lists(VerbsSettings.ASSISTED_SEGMENT_BYTES, "assisted", byList(ListProtocol.ASSISTED), direct);
  }

  /** Measures puts, then gets. */
  private double[][] byList(ListProtocol protocol) {
    return bySize(
        segmentBytes,
        VerbsSettings.LISTS,
        protocol,
        TransferTimings::putOfList,
        TransferTimings::getOfList);
  }

  /**
   * Chooses the segment length below which a protocol is faster than direct, for puts and gets
   * alike.
   */
  private void lists(Setting<Long> setting, String protocol, double[][] nanos, double[][] direct) {
    if (!measures) {
      return;
    }
    String what = TransferTimings.LIST_BYTES / 1024 + " KiB in segments, ";
    print(what + "put and fence", segmentBytes, protocol, nanos[0], "direct", direct[0]);
    print(what + "get", segmentBytes, protocol, nanos[1], "direct", direct[1]);
    int puts = Crossing.index(segmentBytes, nanos[0], direct[0]);
    int gets = Crossing.index(segmentBytes, nanos[1], direct[1]);
    int index = Math.min(puts, gets);
    choose(
        setting,
        index == 0 ? 0 : segmentBytes.get(index - 1) + 1,
        Text.format(
            "of puts %s; of gets %s",
            Crossing.reason(protocol, "direct", segmentBytes, puts),
            Crossing.reason(protocol, "direct", segmentBytes, gets)));
  }

  private void choose(Setting<?> setting, long value, String reason) {
    best.put(setting, new Chosen(Long.toString(value), reason));
  }

  /** Finds the size from which on dividing transfers over several paths pays. */
  private void stripes() {
    try (TransferTimings timings = open(VerbsSettings.TUNED, false)) {
      Settings settings = ArmciSettings.builder().resolve().with(VerbsSettings.ALL);
      if (timings.largest(VerbsTuning.paths(settings)) == 1) {
        return;
      }
    }
    Measured[] both = {TransferTimings::put, TransferTimings::get};
    double[][] whole = bySize(longBytes, VerbsSettings.STRIPE_BYTES, NEVER_BYTES, both);
    double[][] parts = bySize(longBytes, VerbsSettings.STRIPE_BYTES, 1L, both);
    if (measures) {
      print("put and fence", longBytes, "whole", whole[0], "divided", parts[0]);
      print("get", longBytes, "whole", whole[1], "divided", parts[1]);
      int index =
          Math.max(
              Crossing.index(longBytes, whole[0], parts[0]),
              Crossing.index(longBytes, whole[1], parts[1]));
      long stripe = index == longBytes.size() ? NEVER_BYTES : longBytes.get(index) / 2;
      choose(
          VerbsSettings.STRIPE_BYTES,
          stripe,
          Crossing.reason("whole", "divided", longBytes, index));
    }
  }

  /** Returns the time of an operation for one size. */
  private interface Measured {
    double nanos(TransferTimings timings, long sizeBytes);
  }

  /** Measures in one opened runtime; returns each operation's times on the rank that measures. */
  private <T> double[][] bySize(
      List<Long> sizesBytes, Setting<T> setting, T value, Measured... operations) {
    try (TransferTimings timings = open(setting, value)) {
      return measures
          ? Stream.of(operations)
              .map(operation -> bySize(sizesBytes, timings, operation))
              .toArray(double[][]::new)
          : new double[operations.length][0];
    }
  }

  private static double[] bySize(
      List<Long> sizesBytes, TransferTimings timings, Measured operation) {
    return sizesBytes.stream().mapToDouble(size -> operation.nanos(timings, size)).toArray();
  }

  private <T> void each(
      String what, Setting<T> setting, List<T> values, ToDoubleFunction<TransferTimings> measured) {
    double[] nanos = new double[values.size()];
    for (int i = 0; i < nanos.length; i++) {
      try (TransferTimings timings = open(setting, values.get(i))) {
        nanos[i] = measures ? measured.applyAsDouble(timings) : 0;
      }
    }
    if (measures) {
      System.out.printf(Locale.ROOT, "%n%s, by %s%n", what, setting.name());
      for (int i = 0; i < nanos.length; i++) {
        System.out.println(Text.format("%10s %12s us", values.get(i), micros(nanos[i])));
      }
      int usual = Math.max(0, values.indexOf(setting.defaultValue()));
      int index = Crossing.best(nanos, usual);
      String reason =
          index == usual
              ? "none takes clearly less than " + micros(nanos[usual]) + " us"
              : Text.format("%s us in place of %s", micros(nanos[index]), micros(nanos[usual]));
      best.put(setting, new Chosen(values.get(index).toString(), reason));
    }
  }

  private <T> TransferTimings open(Setting<T> setting, T value) {
    SettingsBuilder settings = ArmciSettings.builder();
    settings.set(VerbsSettings.TUNED, false); // or a second tune would start from the first one's
    settings.set(setting, value);
    TransferTimings timings = new TransferTimings(Armci.open(settings.resolve()), quick);
    measures = timings.measures();
    return timings;
  }

  private static void print(
      String what,
      List<Long> sizesBytes,
      String first,
      double[] firstNanos,
      String second,
      double[] secondNanos) {
    System.out.printf(Locale.ROOT, "%n%s%n", what);
    System.out.println(Text.format("%10s %15s %15s", "bytes", first, second));
    for (int i = 0; i < firstNanos.length; i++) {
      System.out.println(
          Text.format(
              "%10d %12s us %12s us",
              sizesBytes.get(i), micros(firstNanos[i]), micros(secondNanos[i])));
    }
  }

  private static String micros(double nanos) {
    return Text.format("%.2f", nanos / NANOS_PER_MICRO);
  }

  private void report(Path file) throws IOException {
    List<String> lines =
        best.entrySet().stream()
            .map(
                entry ->
                    "export " + entry.getKey().environmentName() + "=" + entry.getValue().value())
            .toList();
    System.out.printf(
        Locale.ROOT, "%nWhat is fastest here (the default is in brackets), and why:%n");
    if (quick) {
      System.out.printf(
          Locale.ROOT, "(each was measured once: run it without %s to choose by it)%n", QUICK);
    }
    best.forEach(
        (setting, choice) ->
            System.out.printf(
                Locale.ROOT,
                "  %s=%s (%s)%n    %s%n",
                setting.environmentName(),
                choice.value(),
                setting.defaultValue(),
                choice.reason()));
    if (file != null) {
      Files.write(file, lines);
      System.out.println("written to " + file + "; to use it: . " + file);
    }
    if (!quick && best.containsKey(VerbsSettings.GET)) {
      keep();
    }
  }

  /** Keeps what was found for the device, so that jobs find it by themselves. */
  private void keep() {
    Map<Setting<?>, String> values = new LinkedHashMap<>();
    best.forEach((setting, choice) -> values.put(setting, choice.value()));
    Settings settings = ArmciSettings.builder().resolve().with(VerbsSettings.ALL);
    try {
      System.out.printf(
          Locale.ROOT,
          "kept in %s: jobs over such devices use it, but for what all ranks must have alike, and"
              + " unless you set something else; delete it to go back%n",
          VerbsTuning.keep(settings, LocalDate.now(ZoneId.systemDefault()), values));
    } catch (IOException e) {
      System.out.printf(
          Locale.ROOT, "not kept for later jobs, which can be told by the settings above: %s%n", e);
    }
  }
}
