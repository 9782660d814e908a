package org.armci4j.collectives.cost;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine is the same behind its text. */
class MachineFileTest {
  /** No two numbers are alike. */
  private static double[] numbers() {
    double[] numbers = new double[MachineFile.COUNT];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i + 0.25;
    }
    return numbers;
  }

  @Test
  void comesBackFromItsText(@TempDir Path folder) throws IOException {
    MachineModel machine = MachineFile.of(numbers());
    Path file = Files.writeString(folder.resolve("machine"), MachineFile.text(machine));
    assertEquals(machine, MachineFile.read(file));
    assertArrayEquals(numbers(), MachineFile.numbers(machine));
  }

  @Test
  void linesHaveTheNamesOfTheirNumbers() {
    MachineModel machine = MachineFile.of(numbers());
    String text = MachineFile.text(machine);
    String between = "between.latencyNanos = " + machine.between().latencyNanos();
    assertTrue(text.lines().anyMatch(line -> line.startsWith(between)), text);
    String turn = "turnNanos = " + machine.turnNanos();
    assertTrue(text.lines().anyMatch(line -> line.startsWith(turn)), text);
  }

  @Test
  void aNumberThatIsNoneIsTold() {
    String text = MachineFile.text(MachineModel.typical());
    for (String wrong : new String[] {"-1", "NaN", "Infinity", "fast", ""}) {
      String changed = text.replaceFirst("hopNanos = .*", "hopNanos = " + wrong);
      ArmciException error =
          assertThrows(ArmciException.class, () -> MachineFile.parse(changed, "a text"));
      assertEquals(
          Text.format(
              "the measured machine a text: hopNanos is '%s'; it is to be a number of at least 0",
              wrong),
          error.getMessage());
    }
  }

  /** Else the beginning of the last number would be taken for the number. */
  @Test
  void aTextThatIsCutOffIsTold() {
    String text = MachineFile.text(MachineModel.typical()).stripTrailing();
    for (int length = text.length() - 1; length > 0; length--) {
      String cut = text.substring(0, length);
      ArmciException error =
          assertThrows(ArmciException.class, () -> MachineFile.parse(cut, "a text"));
      assertTrue(error.getMessage().contains("cut off"), error::getMessage);
    }
  }

  @Test
  void ranksThatShareCoresTakeLonger() {
    LogGP alone = new LogGP(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    assertEquals(alone, alone.onSharedCores(1, 100));
    assertEquals(
        new LogGP(2, 102, 6, 4, 5, 12, 14, 16, 18, 20),
        alone.onSharedCores(2, 100),
        "the network is as it was");
  }
}
