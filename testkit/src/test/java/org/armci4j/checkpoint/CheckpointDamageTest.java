package org.armci4j.checkpoint;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.arrays.IntArray;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damages the files of checkpoints, and restores. The system property {@code test.seed} repeats the
 * draws of a run.
 */
class CheckpointDamageTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime());
  private static final int RANKS = 3;
  private static final List<String> FILES = List.of("manifest", "u.npy", "m.npy", "b.npy");

  @TempDir Path parent;

  /** The members of one rank, whose values depend on a step. */
  private static final class State {
    private final Checkpoints checkpoints;
    private final IntArray u;
    private final GlobalMemory memory;
    private final byte[] bytes;

    State(Armci armci, Path folder) {
      checkpoints = Checkpoints.open(armci, folder);
      u = GlobalArrays.of(armci).array(7, 9).ghosts(1, 1).ints();
      memory = armci.allocate(16);
      bytes = new byte[5 + armci.rank()];
      checkpoints.add("u", u).add("m", memory).add("b", MemorySegment.ofArray(bytes));
    }

    void set(int step) {
      u.fill(step);
      memory.local().fill((byte) step);
      Arrays.fill(bytes, (byte) step);
    }

    void check(int step) {
      assertEquals(step * 63L, u.sum());
      assertEquals(step, u.min());
      assertEquals(step, u.max());
      for (int i = 0; i < 16; i++) {
        assertEquals(step, memory.local().get(ValueLayout.JAVA_BYTE, i));
      }
      for (byte one : bytes) {
        assertEquals(step, one);
      }
    }
  }

  /** What one rank does with its members. */
  private interface Program {
    void run(State state) throws IOException;
  }

  private static void job(Path folder, Program program) {
    RankThreads.of(RANKS)
        .run(
            armci -> {
              State state = new State(armci, folder);
              try (Checkpoints checkpoints = state.checkpoints) {
                program.run(state);
                assertTrue(checkpoints.toString().contains("3 members"));
              }
            });
  }

  private Path saved(String name) {
    Path folder = parent.resolve(name);
    job(
        folder,
        state -> {
          for (int step = 1; step <= 2; step++) {
            state.set(step);
            state.checkpoints.save(step);
          }
        });
    return folder;
  }

  @Test
  void theOneBeforeServesInPlaceOfADamagedOne() throws IOException {
    System.out.printf(Locale.ROOT, "damaged checkpoints: -Dtest.seed=%d%n", SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 24; i++) {
      Path folder = saved("case" + i);
      Path file = folder.resolve("step-2").resolve(FILES.get(i % FILES.size()));
      String what = file.getFileName() + " " + damage(file, i / FILES.size(), random);
      job(
          folder,
          state -> {
            assertEquals(OptionalLong.of(1), state.checkpoints.restoreNewest(), what);
            state.check(1);
            state.set(3);
            state.checkpoints.save(2); // takes the place of the damaged one
            state.set(4);
            assertEquals(OptionalLong.of(2), state.checkpoints.restoreNewest(), what);
            state.check(3);
          });
    }
  }

  private static String damage(Path file, int kind, SplittableRandom random) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int place = random.nextInt(bytes.length);
    switch (kind) {
      case 0 -> Files.delete(file);
      case 1 -> Files.write(file, Arrays.copyOf(bytes, place));
      case 2 -> Files.write(file, Arrays.copyOf(bytes, bytes.length + 1));
      case 3 -> Files.write(file, new byte[bytes.length]);
      default -> {
        bytes[place] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        Files.write(file, bytes);
      }
    }
    return kind + " at " + place;
  }

  @Test
  void noneThatIsWholeIsAnError() throws IOException {
    Path folder = saved("none");
    Files.delete(folder.resolve("step-1/manifest"));
    Path file = folder.resolve("step-2/b.npy");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    String found = String.format(Locale.ROOT, "is damaged: its CRC32C is %08x", crc.getValue());
    job(
        folder,
        state -> {
          String message =
              assertThrows(ArmciException.class, state.checkpoints::restoreNewest).getMessage();
          assertTrue(message.contains(": no checkpoint is whole; step 2: b.npy " + found), message);
          assertTrue(message.contains("; step 1: rank 0 cannot read " + folder), message);
        });
  }

  @Test
  void aNewerVersionIsNoDamage() throws IOException {
    Path folder = saved("newer");
    Path file = folder.resolve("step-2/manifest");
    String text = Files.readString(file).replace("checkpoint 1", "checkpoint 2");
    String lines = text.substring(0, text.lastIndexOf("crc32c"));
    CRC32C crc = new CRC32C();
    crc.update(lines.getBytes(StandardCharsets.UTF_8));
    Files.writeString(file, lines + String.format(Locale.ROOT, "crc32c %08x%n", crc.getValue()));
    job(
        folder,
        state -> {
          state.set(9);
          refused(
              "its version is 2, and this armci4j reads version 1",
              state.checkpoints::restoreNewest);
          state.check(9);
        });
  }
}
