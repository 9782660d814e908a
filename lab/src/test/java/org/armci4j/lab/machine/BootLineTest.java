package org.armci4j.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BootLineTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final BootLine line = new BootLine(new PrintStream(out, true), 2);

  private String shown() {
    return out.toString(StandardCharsets.UTF_8).strip();
  }

  @Test
  void aQuickBootIsNotTold() {
    line.update(false, 1);
    line.update(true, 1);
    assertEquals("", shown());
  }

  @Test
  void aLongerOneIsToldOnceASecondAndWiped() {
    for (long seconds : new long[] {0, 1, 2, 2, 3}) {
      line.update(false, seconds);
    }
    assertEquals("armci lab: the machines boot, 2 s \rarmci lab: the machines boot, 3 s", shown());
    line.update(true, 4);
    assertEquals('\r', out.toString(StandardCharsets.UTF_8).charAt(out.size() - 1));
    out.reset();
    line.update(false, 9);
    assertEquals("", shown());
  }

  @Test
  void whereThereIsNoTerminalThereIsNoLine() {
    new BootLine(null, 1).update(false, 10);
    assertEquals("", shown());
  }
}
