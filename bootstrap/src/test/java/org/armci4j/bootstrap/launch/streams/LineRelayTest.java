package org.armci4j.bootstrap.launch.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.armci4j.bootstrap.Seed;
import org.junit.jupiter.api.Test;

/** What comes in in any pieces goes out in whole lines. */
class LineRelayTest {
  private static final byte[] NO_LABEL = {};
  private static final byte[] LABEL = bytes("[3] ");
  private static final long LIMIT_NANOS = 30_000_000_000L;

  private final List<String> writes = new ArrayList<>();
  private final OutputSink sink =
      new OutputSink(
          new OutputStream() {
            @Override
            public void write(int value) {
              throw new AssertionError("one byte at a time");
            }

            @Override
            public void write(byte[] bytes, int offset, int sizeBytes) {
              writes.add(new String(bytes, offset, sizeBytes, StandardCharsets.ISO_8859_1));
            }
          },
          () -> {},
          true,
          _ -> {}); // a test itself has a started line passed on

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void write(LineRelay relay, String text) {
    relay.write(bytes(text), 0, text.length());
  }

  @Test
  void aLineWaitsForItsEnd() {
    LineRelay relay = new LineRelay(sink, NO_LABEL);
    write(relay, "one\ntw");
    assertEquals(List.of("one\n"), writes);
    write(relay, "o");
    assertEquals(1, writes.size());
    write(relay, "\n10 %\r20");
    assertEquals(List.of("one\n", "two\n10 %\r"), writes);
    relay.close();
    assertEquals("20", writes.getLast());
  }

  @Test
  void everyLineHasOneLabel() {
    LineRelay relay = new LineRelay(sink, LABEL);
    write(relay, "a\n\nb\r\nc\rd");
    relay.close();
    assertEquals("[3] a\n[3] \n[3] b\r\n[3] c\r[3] d", String.join("", writes));
  }

  @Test
  void aStartedLineGoesOutWithoutItsEnd() {
    LineRelay relay = new LineRelay(sink, LABEL);
    write(relay, "N = ");
    passWithin(relay, "[3] N = ");
    write(relay, "5");
    passWithin(relay, "[3] N = 5");
    write(relay, " it is\nnext\n");
    assertEquals("[3] N = 5 it is\n[3] next\n", String.join("", writes));
  }

  @Test
  void othersWriteBelowAStartedLine() {
    LineRelay relay = new LineRelay(sink, LABEL);
    LineRelay other = new LineRelay(sink, bytes("[4] "));
    write(relay, "N = ");
    passWithin(relay, "[3] N = ");
    write(other, "one\ntwo\n"); // after a moment for the end of the line
    String all = "[3] N = \n[4] one\n[4] two\n";
    assertEquals(all, String.join("", writes));
    write(relay, "5\nnext\n");
    assertEquals(all + "[3] 5\n[3] next\n", String.join("", writes));
  }

  /** As long as the test is quicker than the time that a started line has for its end. */
  @Test
  void dotsOfTwoRanksDoNotMix() {
    LineRelay relay = new LineRelay(sink, LABEL);
    LineRelay other = new LineRelay(sink, bytes("[4] "));
    write(relay, ".");
    passWithin(relay, "[3] .");
    write(other, "-");
    long begin = System.nanoTime();
    for (int i = 0; i < 1000; i++) {
      other.passStartedLine();
    }
    write(relay, ".\n");
    assumeTrue(System.nanoTime() - begin < OutputSink.PATIENCE_NANOS / 2);
    passWithin(other, "[3] ..\n[4] -");
  }

  @Test
  void aLastLineWithoutEndIsEndedForWhatFollows() {
    LineRelay relay = new LineRelay(sink, LABEL);
    write(relay, "bye");
    relay.close();
    LineRelay other = new LineRelay(sink, bytes("[4] "));
    write(other, "one\nlast");
    other.close();
    sink.message("over");
    assertEquals(
        "[3] bye\n[4] one\n[4] last\narmci: over" + System.lineSeparator(),
        String.join("", writes));
  }

  @Test
  void wordsOfTheLauncherBeginALineBehindAnOnlyRanks() throws IOException {
    OutputStream straight = sink.forRank(0, 1, false);
    straight.write(bytes("no end"));
    sink.message("over");
    straight.write(bytes("more"));
    String over = "armci: over" + System.lineSeparator();
    assertEquals("no end\n" + over + "more", String.join("", writes));
  }

  /** Asks the relay as often as it takes, and compares all that has been written. */
  private void passWithin(LineRelay relay, String all) {
    long end = System.nanoTime() + LIMIT_NANOS;
    do {
      relay.passStartedLine();
    } while (!String.join("", writes).equals(all) && System.nanoTime() < end);
    assertEquals(all, String.join("", writes));
  }

  @Test
  void piecesMakeNoDifference() {
    Random random = new Random(Seed.of("LineRelayTest.piecesMakeNoDifference"));
    for (int round = 0; round < 2000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(60); i > 0; i--) {
        text.append("ab\n\r".charAt(random.nextInt(4)));
      }
      assertEquals(relayed(text.toString(), text.length()), relayed(text.toString(), 1), "1 by 1");
      assertEquals(
          relayed(text.toString(), text.length()),
          relayed(text.toString(), 1 + random.nextInt(9)),
          "in pieces");
    }
  }

  private String relayed(String text, int pieceBytes) {
    sink.write(NO_LABEL, 0, 0); // ends the line of the relay before
    writes.clear();
    LineRelay relay = new LineRelay(sink, LABEL);
    for (int at = 0; at < text.length(); at += pieceBytes) {
      write(relay, text.substring(at, Math.min(text.length(), at + pieceBytes)));
      assertTrue(writes.stream().allMatch(whole -> whole.matches("(?s).*[\n\r]")));
    }
    relay.close();
    return String.join("", writes);
  }

  @Test
  void aLineWithoutEndDoesNotFillTheMemory() {
    LineRelay relay = new LineRelay(sink, NO_LABEL);
    String piece = "x".repeat(LineRelay.LONGEST_LINE_BYTES / 2 + 1);
    write(relay, piece);
    assertEquals(0, writes.size());
    write(relay, piece);
    assertEquals(List.of(piece + piece), writes);
  }

  @Test
  void onlyTheJvmsOwnWarningIsFilteredOut() throws IOException {
    String warning = "WARNING: Using incubator modules: jdk.incubator.vector\n";
    for (int piece = 1; piece < 80; piece++) {
      assertEquals("", filtered(warning, piece));
      assertEquals("WARN", filtered("WARN", piece));
      assertEquals("Picked up X\nmine\n", filtered("Picked up X\n" + warning + "mine\n", piece));
      assertEquals("WARNING: mine\n", filtered("WARNING: mine\n", piece));
      assertEquals(warning, filtered(warning + warning, piece));
      String late = "1\n2\n3\n4\n" + warning;
      assertEquals(late, filtered(late, piece));
    }
  }

  private static String filtered(String text, int pieceBytes) throws IOException {
    ByteArrayOutputStream passed = new ByteArrayOutputStream();
    try (BootWarningFilter filter = new BootWarningFilter(passed)) {
      for (int at = 0; at < text.length(); at += pieceBytes) {
        filter.write(bytes(text), at, Math.min(pieceBytes, text.length() - at));
      }
    }
    return passed.toString(StandardCharsets.ISO_8859_1);
  }
}
