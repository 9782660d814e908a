package org.armci4j.testkit.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.testkit.harness.RankProcesses;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks that a short soak passes, and that one whose rounds forget a file does not. */
@Tag("long")
class SoakTest {
  private static final String SECONDS = "8";
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Files kept in each round: they stand out, however few rounds a busy machine comes to. */
  private static final int KEPT_PER_ROUND = 8;

  /** Opens files in each round and keeps them. */
  static final class Leaking {
    private Leaking() {}

    public static void main(String[] arguments) throws IOException {
      List<FileInputStream> kept = new ArrayList<>();
      Soak.run(
          arguments,
          () -> {
            try {
              for (int i = 0; i < KEPT_PER_ROUND; i++) {
                kept.add(new FileInputStream("/dev/null"));
              }
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      assertTrue(kept.isEmpty(), "it ends before");
    }
  }

  @Test
  void nothingGrows() {
    var result = RankProcesses.run(2, Soak.class, LIMIT, "--seconds", SECONDS, "--seed", "1");
    assertEquals(0, result.exitCode(), result::toString);
    assertTrue(result.output().contains("nothing has grown"), result::toString);
  }

  @Test
  void aLeakIsFound() {
    var result = RankProcesses.run(2, Leaking.class, LIMIT, "--seconds", SECONDS, "--seed", "1");
    assertNotEquals(0, result.exitCode(), result::toString);
    assertTrue(result.errors().contains("OPEN_FILES grew from"), result::toString);
  }
}
