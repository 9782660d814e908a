package org.armci4j.bootstrap.launch.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Test;

class SaidOnceTest {
  private final ConcurrentMap<String, Integer> said = new ConcurrentHashMap<>();
  private int rank;

  /** What comes through when one more rank writes this in pieces of some bytes. */
  private String pass(String text, int pieceBytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (SaidOnce filter = new SaidOnce(out, rank++, said)) {
      for (int i = 0; i < bytes.length; i += pieceBytes) {
        filter.write(bytes, i, Math.min(pieceBytes, bytes.length - i));
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aLineOfTheLaunchersKindIsPassedOnOnce() throws IOException {
    String text = "armci: no device\n";
    for (int pieceBytes = 1; pieceBytes <= text.length(); pieceBytes++) {
      String expected = pieceBytes == 1 ? text : "";
      assertEquals(expected, pass(text, pieceBytes), "pieces of " + pieceBytes);
    }
  }

  @Test
  void allElseIsPassedOnAlways() throws IOException {
    String text = "armc\n\narmci:no\n armci: x\nError at x\narmci: one\nthe same\nthe same\n end";
    for (int pieceBytes = 1; pieceBytes <= text.length(); pieceBytes++) {
      said.clear();
      assertEquals(text, pass(text, pieceBytes), "pieces of " + pieceBytes);
    }
    assertEquals(text.replace("armci: one\n", ""), pass(text, 7));
  }

  @Test
  void aRankMayRepeatItself() throws IOException {
    assertEquals("armci: a\narmci: a\n", pass("armci: a\narmci: a\n", 4));
  }

  @Test
  void anUnfinishedLineComesOutAtTheEnd() throws IOException {
    assertEquals("armci: unfin", pass("armci: unfin", 3));
  }

  @Test
  void aVeryLongLineIsNotHeldBack() throws IOException {
    String text = "armci: " + "x".repeat(200_000) + "\n";
    assertEquals(text, pass(text, 1000));
    assertEquals(text, pass(text, 1000));
  }
}
