package org.armci4j.lab.papers;

import java.util.List;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.lab.twins.TwinsRank;

/** Rows of the papers on collectives: over puts, divided by over messages. */
final class CollectiveRows {
  private static final String MESSAGES = "-messages";
  private static final String OPEN_MPI = "openmpi-tcp";
  private static final int RANKS = 4;
  private static final int NONBLOCKING_RANKS = 2;
  private static final long WORD = 8;
  private static final long KIB = 1 << 10;

  /** Rows of the thesis. */
  static final List<PaperRow> COLLECTIVES =
      List.of(
          new PaperRow(
              "C1",
              "The barrier by remote writes takes 39.4 µs on 16 nodes, by messages 56.3 µs: 30 %"
                  + " less.",
              "Both write once to each partner; a message adds its header and its matching.",
              List.of(twins("barrier-recursive-doubling", 0, "0.70").with(PaperAim.atMost(0.7)))),
          new PaperRow(
              "C2",
              "Broadcasts take 19.7 % less for 4 B and 14.4 % less for 4,608 B.",
              "A broadcast of one word is a signal; a message is copied out of its packet. At 10"
                  + " Mbit/s 4 KiB take 3.3 ms by either form, so little is left to win.",
              List.of(
                  twins("broadcast-binomial", WORD, "0.80").with(PaperAim.atMost(0.8)),
                  twins("broadcast-binomial", 4 * KIB, "0.86").with(PaperAim.atMost(0.86)))),
          new PaperRow(
              "C4",
              "The best tree by remote writes takes 38.1 % less than the binomial tree by messages"
                  + " for 4 B, and 9.3 % less for 4 KiB.",
              "With four ranks a tree of degree 3 has one step where the binomial one has two. Of"
                  + " 4 KiB most of the time is the wire's.",
              List.of(
                  between("allreduce-tree-3", "allreduce-tree-1" + MESSAGES, WORD, "0.62")
                      .with(PaperAim.atMost(0.62)),
                  between("allreduce-tree-1", "allreduce-tree-1" + MESSAGES, 4 * KIB, "0.91")
                      .with(PaperAim.atMost(0.91)))),
          new PaperRow(
              "C5",
              "The model gives allreduces by trees a best and a worst time, from which measured"
                  + " ones differ by 8 % at most, and so finds the best degree.",
              "The machine is fitted to other sizes than these; best and worst differ in the order"
                  + " in which the children's messages arrive. At 64 B the wire takes little, and"
                  + " times vary more.",
              ModelRows.RATIOS),
          new PaperRow(
              "C6",
              "The same tree takes 23.8 % less by remote writes than by messages for 4 B, and 9 %"
                  + " less for 4 KiB.",
              "Same algorithm, same network: what differs is the mechanism alone. Of 4 KiB most of"
                  + " the time is the wire's.",
              List.of(
                  twins("allreduce-tree-3", WORD, "0.76").with(PaperAim.atMost(0.76)),
                  twins("allreduce-tree-1", 4 * KIB, "0.91").with(PaperAim.atMost(0.91)))));

  /** Rows of the paper on allgathers. */
  static final List<PaperRow> ALLGATHER =
      List.of(
          new PaperRow(
              "G1",
              "Recursive doubling by RDMA takes 13 to 17 % less for 4 B, 23 to 37 % less for"
                  + " 32 KiB.",
              "A message of 32 KiB fits into a packet here, and is copied out of it; the one of 64"
                  + " KiB agrees first and is written in place then, as the paper's do.",
              List.of(
                  twins("allgather-recursive-doubling", WORD, "0.83 to 0.87")
                      .with(PaperAim.atMost(0.87)),
                  longTwins("allgather-recursive-doubling", 32 * KIB, "0.63 to 0.77")
                      .with(PaperAim.atMost(0.77)))),
          new PaperRow(
              "G3",
              "The ring without a handshake in each step takes 6 to 21 % less for 256 KiB.",
              "The slower the wire, the less a handshake counts.",
              List.of(
                  longTwins("allgather-ring-straight", 256 * KIB, "0.79 to 0.94")
                      .with(PaperAim.atMost(0.94)))),
          new PaperRow(
              "G5",
              "With a fresh buffer in each call the RDMA allgather of 32 KiB is 4.75 and 3 times"
                  + " faster, on two clusters.",
              "Both mechanisms register from 32 KiB on: puts a call's whole buffers, each message"
                  + " its own part of them.",
              List.of(
                  newBuffers("ring" + MESSAGES, "recursive-doubling", JobMain.OWN, "4.75 and 3")
                      .with(PaperAim.atLeast(3)),
                  newBuffers("ring" + MESSAGES, "ring", JobMain.OWN, ""),
                  newBuffers("ring" + MESSAGES, "recursive-doubling", TwinsRank.REGISTRATIONS, ""),
                  newBuffers("ring" + MESSAGES, "ring", TwinsRank.REGISTRATIONS, ""))));

  /** Rows of the paper on nonblocking collectives. */
  static final List<PaperRow> NONBLOCKING =
      List.of(
          new PaperRow(
              "N4",
              "The maximum slowdown of the paper's own library is about 15 to 20 times for 4 B; its"
                  + " allreduce of 512 KiB takes 1.5 times MPI's time on average.",
              "Start and wait, beside Open MPI over TCP between the same two namespaces.",
              List.of(
                  started("allreduce", WORD, "4 B: up to 15 to 20"),
                  started("broadcast", WORD, "4 B: up to 15 to 20"),
                  started("allreduce", KIB * KIB, "512 KiB: 1.5"),
                  started("broadcast", KIB * KIB, ""))));

  private CollectiveRows() {}

  private static PaperRatio started(String operation, long sizeBytes, String paper) {
    return new PaperRatio(
        Text.format("%s, %s, start and wait: armci4j / Open MPI", operation, size(sizeBytes)),
        new PaperFigure(
            Experiment.NONBLOCKING, JobMain.OWN, operation + "-nb", sizeBytes, NONBLOCKING_RANKS),
        new PaperFigure(
            Experiment.NONBLOCKING, OPEN_MPI, operation + "-nb", sizeBytes, NONBLOCKING_RANKS),
        paper,
        PaperAim.atMost(1));
  }

  private static PaperRatio twins(String algorithm, long sizeBytes, String paper) {
    return ratio(Experiment.SHORT_TWINS, algorithm, algorithm + MESSAGES, sizeBytes, paper);
  }

  private static PaperRatio longTwins(String algorithm, long sizeBytes, String paper) {
    return ratio(Experiment.LONG_TWINS, algorithm, algorithm + MESSAGES, sizeBytes, paper);
  }

  private static PaperRatio newBuffers(String first, String second, String subject, String paper) {
    String operation = "allgather-";
    return new PaperRatio(
        Text.format(
            "%sallgather, %s, new buffers: %s / %s by puts",
            subject.equals(JobMain.OWN) ? "" : subject + " a call, ",
            size(32 * KIB),
            first.replace(MESSAGES, " by messages"),
            second.replace('-', ' ')),
        new PaperFigure(Experiment.NEW_BUFFERS, subject, operation + first, 32 * KIB, RANKS),
        new PaperFigure(Experiment.NEW_BUFFERS, subject, operation + second, 32 * KIB, RANKS),
        paper,
        null);
  }

  private static PaperRatio between(String first, String second, long sizeBytes, String paper) {
    return ratio(Experiment.SHORT_TWINS, first, second, sizeBytes, paper);
  }

  private static PaperRatio ratio(
      Experiment by, String first, String second, long sizeBytes, String paper) {
    String at = sizeBytes == 0 ? "" : ", " + size(sizeBytes);
    return new PaperRatio(
        Text.format(
            "%s%s: puts / %s",
            first.replace('-', ' '),
            at,
            second.equals(first + MESSAGES) ? "messages" : second.replace('-', ' ')),
        new PaperFigure(by, JobMain.OWN, first, sizeBytes, RANKS),
        new PaperFigure(by, JobMain.OWN, second, sizeBytes, RANKS),
        paper,
        null);
  }

  static String size(long bytes) {
    return bytes == KIB * KIB
        ? "1 MiB"
        : bytes >= KIB ? Text.format("%d KiB", bytes / KIB) : Text.format("%d B", bytes);
  }
}
