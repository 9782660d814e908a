package org.armci4j.lab.papers;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.bootstrap.text.Text;

/** Rows of "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand". */
final class RmaRows {
  private static final long WORD = 8;
  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;
  private static final int RANKS = 2;
  private static final PaperAim NEARLY_CONTIGUOUS = PaperAim.atLeast(0.9);
  private static final PaperAim NOTHING = PaperAim.atMost(0);
  private static final String DIRECT = "direct";
  private static final String PACKED = "packed";
  private static final String ASSISTED = "assisted";
  private static final String CONTIGUOUS = "contiguous";
  private static final String COPIED = "copied";
  private static final String BY_HELPER = "helper's-write";
  private static final String BUSY = "-busy";
  private static final String PACKETS = "-packets";
  private static final String HELPER = "-helper's-time";
  private static final String NOT_AFFECTED = "1";

  static final List<PaperRow> ALL =
      List.of(
          new PaperRow(
              "R1",
              "Short puts and gets take 7.44 and 16 µs, by the verbs layer itself 5.84 and 15. Long"
                  + " ones pass at 730 and 689 MB/s, puts slightly below the verbs layer.",
              "Both sides post the same requests to the same device, so what is left is this"
                  + " runtime's own time. For a put's latency perftest polls at both sides, which"
                  + " on the machine's one core wait for each other's turn.",
              List.of(
                  tools("put-latency", WORD, "0.78"),
                  tools("get-latency", WORD, "0.94"),
                  tools("put-bandwidth", MIB, "slightly below 1"),
                  tools("get-bandwidth", MIB, ""))),
          new PaperRow(
              "R2",
              "The user registers nothing; a table of ranges gives each transfer its keys.",
              "The kernel counts registrations; a million of them would be one for each operation.",
              List.of(
                  registrations("allocateLocal-and-put"),
                  registrations("puts-of-16-of-the-user's-segments"))),
          new PaperRow(
              "R4",
              "Copies through buffers, in pieces that overlap the transfer, lose to zero copy, and"
                  + " lose more with a busy target.",
              "Where the wire is slow, pieces hide both copies; the helper's time is what they"
                  + " cost the target.",
              List.of(
                  copies("put", "both-sides-pipelined", "zero-copy"),
                  copies("put" + BUSY, "both-sides-pipelined", "zero-copy"),
                  copies("get", "both-sides-pipelined", "zero-copy"),
                  copies("get" + BUSY, "both-sides-pipelined", "zero-copy"),
                  copies("put", "both-sides-one-by-one", "both-sides-pipelined"),
                  alone(Experiment.COPIES, "R4-put" + HELPER, MIB, "both-sides-pipelined"),
                  alone(Experiment.COPIES, "R4-put" + HELPER, MIB, "zero-copy").with(NOTHING))),
          new PaperRow(
              "R5",
              "Fetch-and-add takes 22.1 µs by the server and 17.1 µs by the adapter.",
              "The device answers by itself; the helper thread has to be woken.",
              List.of(
                  ratio(Experiment.UPDATES, "R5-fetch-add", WORD, "device", "helper-thread", "0.77")
                      .with(PaperAim.atMost(0.8)))),
          new PaperRow(
              "R6",
              "The helper thread starts operations, waits for none and copies nothing, so it takes"
                  + " little from a busy target.",
              "Shares of one core, as the operating system counts the thread's time.",
              List.of(
                  helper("puts-of-64-KiB").with(NOTHING),
                  helper("assisted-puts-of-1-MiB"),
                  helper("assisted-gets-of-1-MiB"),
                  helper("packed-puts-of-1-MiB"),
                  helper("packed-gets-of-1-MiB"))),
          new PaperRow(
              "R7",
              "Without RDMA read the helper answers a get with a write: 237 MB/s and 24 µs, where"
                  + " copies on both sides give 198 MB/s and 27 µs.",
              "Copies in pieces hide behind a slow wire, so the gain in bandwidth is what is not"
                  + " hidden; the helper's time shows the copies.",
              List.of(
                  ratio(Experiment.GETS, "R7-get", MIB, COPIED, BY_HELPER, "1.20")
                      .with(PaperAim.atLeast(1.15)),
                  ratio(Experiment.GETS, "R7-get" + BUSY, MIB, COPIED, BY_HELPER, "")
                      .with(PaperAim.atLeast(1.15)),
                  ratio(Experiment.GETS, "R7-get", WORD, COPIED, BY_HELPER, "1.13"),
                  ratio(Experiment.GETS, "R7-get" + HELPER, MIB, COPIED, BY_HELPER, ""))),
          new PaperRow(
              "R8",
              "Gets of lists with assistance come close to the peak bandwidth of contiguous ones,"
                  + " and a busy target changes nothing.",
              "Packets are counted by the devices of both ranks; acknowledgements and requests are"
                  + " among them.",
              lists("get", "close to 1", NOT_AFFECTED)),
          new PaperRow(
              "R9",
              "The same for puts, at the price of one round trip more.",
              "The acknowledged request of each part comes before its data.",
              lists("put", "", "")),
          new PaperRow(
              "R10",
              "60 entries in a descriptor instead of 1 add less than 1 µs.",
              "The measure is another one: the whole time of a list of 1 MiB, where entries save"
                  + " messages. The cost of an entry alone is not measured.",
              List.of(entries("put"), entries("get"))),
          new PaperRow(
              "R12",
              "Up to 99 % of a contiguous transfer and up to 95 % of a noncontiguous one can be"
                  + " computed in, for large messages.",
              "The emulated devices make their packets on the origin's one core, which the share"
                  + " counts as not covered.",
              List.of(
                  overlap("put", MIB, "up to 99 %").with(PaperAim.atLeast(0.95)),
                  overlap("get", MIB, "up to 99 %").with(PaperAim.atLeast(0.95)),
                  overlap("put", 4 * MIB, "up to 99 %").with(PaperAim.atLeast(0.95)),
                  overlap("get", 4 * MIB, "up to 99 %").with(PaperAim.atLeast(0.95)),
                  overlap("put-list-assisted", MIB, "up to 95 %").with(NEARLY_CONTIGUOUS),
                  overlap("get-list-assisted", MIB, "up to 95 %").with(NEARLY_CONTIGUOUS),
                  overlap("put-list-packed", MIB, ""),
                  overlap("get-list-packed", MIB, ""))),
          new PaperRow(
              "R13",
              "NAS MG of class A is 14 to 25 % faster than with messages, SUMMA 18 to 80 %.",
              "Both forms use the same network, the same kernels and two ranks. The paper's"
                  + " percentages are read as ratios of times. SUMMA's rounds of both"
                  + " forms differ by 0.4 % at most, as if the wire alone decided.",
              List.of(
                  application("mg-A", "1.14 to 1.25").with(PaperAim.atLeast(1)),
                  application("summa-1024", "1.18 to 1.80").with(PaperAim.atLeast(1)))));

  private RmaRows() {}

  private static PaperRatio tools(String operation, long sizeBytes, String paper) {
    return new PaperRatio(
        Text.format("%s, %s: perftest / armci4j", operation, size(sizeBytes)),
        figure(Experiment.DEVICE_TOOLS, "perftest", operation, sizeBytes),
        figure(Experiment.DEVICE_TOOLS, JobMain.OWN, operation, sizeBytes),
        paper,
        null);
  }

  private static PaperRatio registrations(String operation) {
    return new PaperRatio(
        "registrations of a million, " + words(operation),
        figure(Experiment.REGISTRATIONS, "registrations-a-million", "R2-" + operation, 64 * KIB),
        null,
        "",
        null);
  }

  private static PaperRatio copies(String operation, String first, String second) {
    return ratio(Experiment.COPIES, "R4-" + operation, MIB, first, second, "");
  }

  /** Returns the time of a list of 1 MiB with one segment in each message, by that with many. */
  private static PaperRatio entries(String operation) {
    String name = "R10-assisted-" + operation;
    return new PaperRatio(
        Text.format("assisted %s of 1 MiB in 512 B: 1 entry / 32 entries", operation),
        figure(Experiment.ENTRIES, "1-entry", name, 512),
        figure(Experiment.ENTRIES, "32-entries", name, 512),
        "",
        null);
  }

  private static PaperRatio helper(String traffic) {
    return new PaperRatio(
        "helper's share of a core, " + words(traffic),
        figure(Experiment.HELPER, "polls-20-us-then-sleeps", "R6-" + traffic + ":-of-a-core", 0),
        null,
        "",
        null);
  }

  private static PaperRatio overlap(String operation, long sizeBytes, String paper) {
    return new PaperRatio(
        Text.format("share computed in, %s, %s", words(operation), size(sizeBytes)),
        figure(Experiment.OVERLAP, "share", "R12-" + operation, sizeBytes),
        null,
        paper,
        null);
  }

  private static PaperRatio application(String name, String paper) {
    return new PaperRatio(
        name + ": messages / one-sided",
        figure(Experiment.APPLICATIONS, JobMain.BY_MESSAGES, name, 0),
        figure(Experiment.APPLICATIONS, JobMain.OWN, name, 0),
        paper,
        null);
  }

  /** Returns the ratios of lists of 1 MiB: protocols beside each other, and what they count. */
  private static List<PaperRatio> lists(String operation, String paper, String busyPaper) {
    String list = "R8-" + operation + "-list";
    List<PaperRatio> ratios = new ArrayList<>();
    for (long segment : new long[] {512, 2 * KIB, 8 * KIB, 64 * KIB}) {
      for (String target : List.of("", BUSY)) {
        PaperRatio share =
            new PaperRatio(
                Text.format(
                    "%s of 1 MiB in %s%s: contiguous / assisted",
                    operation, size(segment), target.isEmpty() ? "" : ", busy target"),
                figure(Experiment.LISTS, CONTIGUOUS, "R8-" + operation + target, MIB),
                figure(Experiment.LISTS, ASSISTED, list + target, segment),
                paper,
                segment < 2 * KIB ? null : NEARLY_CONTIGUOUS);
        ratios.add(share);
      }
    }
    ratios.add(busy(operation, ASSISTED, busyPaper));
    ratios.add(busy(operation, PACKED, ""));
    ratios.add(ratio(Experiment.LISTS, list, WORD, DIRECT, PACKED, "").with(PaperAim.atLeast(5)));
    ratios.add(
        new PaperRatio(
            "packets, " + operation + " of 1 MiB in 2 KiB: assisted / contiguous",
            figure(Experiment.LISTS, ASSISTED, list + PACKETS, 2 * KIB),
            figure(Experiment.LISTS, CONTIGUOUS, "R8-" + operation + PACKETS, MIB),
            "",
            null));
    ratios.add(ratio(Experiment.LISTS, list + HELPER, 2 * KIB, ASSISTED, PACKED, ""));
    return ratios;
  }

  private static PaperRatio busy(String operation, String protocol, String paper) {
    String list = "R8-" + operation + "-list";
    return new PaperRatio(
        Text.format("%s of 1 MiB in 2 KiB, %s: busy / idle target", operation, protocol),
        figure(Experiment.LISTS, protocol, list + BUSY, 2 * KIB),
        figure(Experiment.LISTS, protocol, list, 2 * KIB),
        paper,
        null);
  }

  private static PaperRatio ratio(
      Experiment by, String operation, long sizeBytes, String first, String second, String paper) {
    return new PaperRatio(
        Text.format(
            "%s, %s: %s / %s",
            operationWords(operation), size(sizeBytes), words(first), words(second)),
        figure(by, first, operation, sizeBytes),
        figure(by, second, operation, sizeBytes),
        paper,
        null);
  }

  private static PaperRatio alone(Experiment by, String operation, long sizeBytes, String subject) {
    return new PaperRatio(
        Text.format("%s, %s: %s", operationWords(operation), size(sizeBytes), words(subject)),
        figure(by, subject, operation, sizeBytes),
        null,
        "",
        null);
  }

  private static PaperFigure figure(
      Experiment by, String subject, String operation, long sizeBytes) {
    return new PaperFigure(by, subject, operation, sizeBytes, RANKS);
  }

  /** Returns the name of a suite's operation behind that of its row. */
  private static String operationWords(String operation) {
    return words(operation.substring(operation.indexOf('-') + 1));
  }

  private static String words(String name) {
    return name.replace('-', ' ');
  }

  private static String size(long bytes) {
    return bytes % MIB == 0
        ? Text.format("%d MiB", bytes / MIB)
        : bytes % KIB == 0 ? Text.format("%d KiB", bytes / KIB) : Text.format("%d B", bytes);
  }
}
