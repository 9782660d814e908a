package org.armci4j.checkpoint;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.arrays.ArrayBuilder;
import org.armci4j.arrays.Complex;
import org.armci4j.arrays.ComplexArray;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.FloatingArray;
import org.armci4j.arrays.GlobalArray;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.arrays.IntArray;
import org.armci4j.arrays.IntegralArray;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Saves and restores. The system property {@code test.seed} repeats the draws of a run. */
class CheckpointsTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime());

  @TempDir Path parent;

  /** Arrays of any type, shape, distribution and ghosts, on other ranks than those that saved. */
  @ParameterizedTest
  @CsvSource({"local, 20", "fake, 4", "ucx, 1"})
  void arraysComeBackOnAnyRanks(String transport, int cases) {
    System.out.printf(Locale.ROOT, "checkpoints over %s: -Dtest.seed=%d%n", transport, SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < cases; i++) {
      long seed = random.nextLong();
      Path folder = parent.resolve("case" + i);
      int savers = random.nextInt(1, 6);
      boolean background = random.nextBoolean();
      NetworkJobs.threads(transport, savers)
          .run(
              armci -> {
                GlobalArray<?> array = array(armci, seed, random(seed, savers));
                fill(array);
                try (Checkpoints checkpoints = Checkpoints.open(armci, folder)) {
                  checkpoints.add("u", array);
                  if (background) {
                    checkpoints.saveInBackground(7);
                    erase(array);
                    checkpoints.await();
                  } else {
                    checkpoints.save(7);
                  }
                }
              });
      int loaders = random.nextInt(1, 6);
      NetworkJobs.threads(transport, loaders)
          .run(
              armci -> {
                GlobalArray<?> array = array(armci, seed, random(seed, ~loaders));
                try (Checkpoints checkpoints = Checkpoints.open(armci, folder)) {
                  checkpoints.add("u", array);
                  assertEquals(OptionalLong.of(7), checkpoints.restoreNewest());
                }
                check(array);
              });
    }
  }

  private static Random random(long seed, int ranks) {
    return new Random(seed ^ ranks);
  }

  /** Makes an array; its type and shape depend on the seed alone, the rest on the second draws. */
  private static GlobalArray<?> array(Armci armci, long seed, Random other) {
    Random random = new Random(seed);
    long[] shape = new long[random.nextInt(1, 5)];
    Arrays.setAll(shape, _ -> random.nextInt(1, 12));
    boolean cyclic = other.nextInt(3) == 0;
    int[] ghosts = new int[shape.length];
    Arrays.setAll(ghosts, _ -> cyclic ? 0 : other.nextInt(3));
    long[] chunks = new long[shape.length];
    Arrays.setAll(chunks, d -> other.nextInt((int) shape[d] + 1));
    ArrayBuilder builder = GlobalArrays.of(armci).array(shape).ghosts(ghosts).chunks(chunks);
    if (cyclic) {
      builder.blockCyclic(Arrays.stream(chunks).map(size -> Math.max(1, size / 2)).toArray());
    }
    return switch (random.nextInt(7)) {
      case 0 -> builder.bytes();
      case 1 -> builder.ints();
      case 2 -> builder.longs();
      case 3 -> builder.floats();
      case 4 -> builder.complexFloats();
      case 5 -> builder.complexDoubles();
      default -> builder.doubles();
    };
  }

  private static void fill(GlobalArray<?> array) {
    long[] shape = array.shape();
    switch (array) {
      case FloatingArray<?> numbers -> numbers.map((index, _) -> value(shape, index));
      case IntegralArray<?> numbers -> numbers.map((index, _) -> value(shape, index));
      case ComplexArray<?> numbers -> numbers.map((index, _) -> complex(shape, index));
    }
  }

  private static Complex complex(long[] shape, long[] index) {
    double value = (double) value(shape, index);
    return new Complex(value, -value);
  }

  private static long value(long[] shape, long[] index) {
    long place = 0;
    for (int d = 0; d < shape.length; d++) {
      place = place * shape[d] + index[d];
    }
    return 1 + place % 101;
  }

  private static void erase(GlobalArray<?> array) {
    switch (array) {
      case FloatingArray<?> numbers -> numbers.map((_, _) -> -1);
      case IntegralArray<?> numbers -> numbers.map((_, _) -> -1);
      case ComplexArray<?> numbers -> numbers.fill(new Complex(-1, -1));
    }
  }

  private static void check(GlobalArray<?> array) {
    long[] shape = array.shape();
    switch (array) {
      case FloatingArray<?> numbers ->
          numbers.forEach((index, value) -> assertEquals((double) value(shape, index), value));
      case IntegralArray<?> numbers ->
          numbers.forEach((index, value) -> assertEquals(value(shape, index), value));
      case ComplexArray<?> numbers ->
          numbers.map(
              (index, value) -> {
                assertEquals(complex(shape, index), value);
                return value;
              });
    }
    array.sync();
  }

  /** Blocks and bytes of other sizes on each rank, some empty. What changes later is not saved. */
  @ArmciTest(ranks = 3)
  void memoryAndBytesComeBackAsTheyWere(Armci armci) {
    int me = armci.rank();
    GlobalMemory memory = armci.allocate(24L * me);
    GlobalMemory nothing = armci.allocate(0);
    double[] mine = new double[2 - me];
    byte[] block = new byte[24 * me];
    Arrays.fill(block, (byte) (me + 5));
    Arrays.fill(mine, Math.PI + me);
    memory.local().copyFrom(MemorySegment.ofArray(block));
    try (Checkpoints checkpoints = Checkpoints.open(armci, parent.resolve("all"))) {
      checkpoints.add("memory", memory).add("none", nothing).add("my-1", segment(mine));
      assertEquals(OptionalLong.empty(), checkpoints.restoreNewest());
      checkpoints.saveInBackground(0);
      memory.local().fill((byte) 0);
      Arrays.fill(mine, -1);
      checkpoints.saveInBackground(1);
      assertEquals(OptionalLong.of(1), checkpoints.restoreNewest());
      Arrays.fill(mine, 3);
      checkpoints.save(2);
      assertEquals(List.of("lock", "step-1", "step-2"), names(armci, "all"));
    }
    double[] again = new double[2 - me];
    try (Checkpoints checkpoints = Checkpoints.open(armci, parent.resolve("all")).keep(1)) {
      checkpoints.add("my-1", segment(again));
      assertEquals(OptionalLong.of(2), checkpoints.restoreNewest());
      Arrays.fill(mine, 3);
      assertArrayEquals(mine, again);
      checkpoints.add("my-1", segment(new double[me])); // takes the place of the other
      checkpoints.save(1000);
      assertEquals(List.of("lock", "step-1000"), names(armci, "all"));
    }
  }

  /** Transfers that began before the save are in it, and what follows the call is not. */
  @ArmciTest(ranks = 3)
  void aCopyIsTakenBeforeTheCallReturns(Armci armci) {
    long[] mine = {armci.rank(), 2, 3};
    GlobalMemory memory = armci.allocate(8);
    armci.putLong(memory, (armci.rank() + 1) % 3, 0, 77 + armci.rank()); // begins before the save
    Path folder = parent.resolve("copy");
    try (Checkpoints checkpoints = Checkpoints.open(armci, folder)) {
      checkpoints.add("mine", MemorySegment.ofArray(mine)).add("memory", memory);
      checkpoints.saveInBackground(5);
      Arrays.fill(mine, -1);
      armci.putLong(memory, (armci.rank() + 1) % 3, 0, -1);
      checkpoints.await();
      checkpoints.await();
      assertEquals(OptionalLong.of(5), checkpoints.restoreNewest());
      assertArrayEquals(new long[] {armci.rank(), 2, 3}, mine);
      assertEquals(77 + (armci.rank() + 2) % 3, armci.getLong(memory, armci.rank(), 0));
    }
  }

  @ArmciTest(ranks = 2)
  void anArrayIsTheFileOfSave(Armci armci) throws IOException {
    IntArray a = GlobalArrays.of(armci).array(5, 7).ghosts(1, 0).ints();
    a.map((index, _) -> 100 * index[0] + index[1]);
    a.save(parent.resolve("a.npy"));
    try (Checkpoints checkpoints = Checkpoints.open(armci, parent.resolve("npy"))) {
      checkpoints.add("a", a).save(3);
    }
    assertEquals(
        -1, Files.mismatch(parent.resolve("a.npy"), parent.resolve("npy/step-3").resolve("a.npy")));
  }

  @ArmciTest(ranks = 3)
  void membersThatDoNotFitAreRefused(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray u = arrays.array(4, 5).doubles();
    GlobalMemory memory = armci.allocate(8);
    Path folder = parent.resolve("fit");
    try (Checkpoints checkpoints = Checkpoints.open(armci, folder)) {
      checkpoints.add("u", u).add("m", memory).save(1);
    }
    u.fill(7);
    String start = "restoreNewest by rank " + armci.rank() + ": the checkpoint of step 1 does not";
    try (Checkpoints checkpoints = Checkpoints.open(armci, folder)) {
      checkpoints.add("u", u);
      refused(
          "rank 0 cannot save to "
              + folder
              + ": it has checkpoints of an earlier job: call"
              + " restoreNewest first",
          () -> checkpoints.save(2));
      checkpoints.add("u", arrays.array(5, 4).doubles());
      refused(
          start + " fit: its member u is: array double 4 5, and here: array double 5 4",
          checkpoints::restoreNewest);
      checkpoints.add("u", arrays.array(4, 5).floats());
      refused("and here: array float 4 5", checkpoints::restoreNewest);
      checkpoints.add("u", memory);
      refused("array double 4 5, and here: memory 8 8 8", checkpoints::restoreNewest);
      checkpoints.add("u", u).add("m", armci.allocate(16));
      refused(
          "its member m is: memory 8 8 8, and here: memory 16 16 16", checkpoints::restoreNewest);
      checkpoints.add("m", memory).add("v", u);
      refused("it has no member v", checkpoints::restoreNewest);
      assertEquals(7 * 20, u.sum());
      checkpoints.add("v", MemorySegment.ofArray(new byte[1]));
      if (armci.rank() == 1) {
        checkpoints.add("v", u);
      }
      refused("rank 1 cannot agree on", checkpoints::restoreNewest);
    }
    if (armci.rank() < 2) {
      Group pair = armci.world().create(0, 1);
      try (Checkpoints checkpoints = Checkpoints.open(armci, pair, folder)) {
        checkpoints.add("m", memory);
        refused("its member m is of 3 ranks, and here are 2", checkpoints::restoreNewest);
        refused("the array is of another group", () -> checkpoints.add("u", u));
        DoubleArray part = GlobalArrays.of(armci, pair).array(4, 5).doubles();
        Checkpoints others = checkpoints.add("u", part).add("m", part);
        refused("does not fit", others::restoreNewest);
      }
    }
    armci.barrier();
  }

  @ArmciTest(ranks = 2)
  void wrongCallsAreRefused(Armci armci) throws IOException {
    Path folder = parent.resolve("calls");
    Path file = parent.resolve("file");
    if (armci.rank() == 0) {
      Files.writeString(file, "no folder");
    }
    armci.barrier();
    refused("rank 0 cannot use " + file, () -> Checkpoints.open(armci, file));
    refused("NoSuchFileException", () -> Checkpoints.open(armci, folder.resolve("deep")));
    Path own = armci.rank() == 0 ? folder : parent.resolve("elsewhere");
    refused("rank 1 cannot see " + parent.resolve("elsewhere"), () -> Checkpoints.open(armci, own));
    Checkpoints checkpoints = Checkpoints.open(armci, folder);
    refused("another job uses it", () -> Checkpoints.open(armci, folder));
    MemorySegment bytes = MemorySegment.ofArray(new byte[3]);
    for (String name : List.of("", ".a", "-a", "a/b", "a b", "ä", "a".repeat(65))) {
      refused("\"" + name + "\" is no name", () -> checkpoints.add(name, bytes));
    }
    refused("read-only", () -> checkpoints.add("a", bytes.asReadOnly()));
    refused("0 is less than 1 checkpoint", () -> checkpoints.keep(0));
    refused("no member has been added", () -> checkpoints.save(1));
    refused("no member has been added", checkpoints::restoreNewest);
    checkpoints.add("a", bytes);
    refused("steps are 0 to", () -> checkpoints.save(-1));
    refused("steps are 0 to", () -> checkpoints.saveInBackground(Long.MAX_VALUE));
    refused("rank 1 cannot agree on", () -> checkpoints.save(armci.rank()));
    checkpoints.save(5);
    refused("the last step was 5, and steps rise", () -> checkpoints.save(5));
    GlobalMemory freed = armci.allocate(8);
    checkpoints.add("freed", freed);
    armci.free(freed);
    refused("has been freed", () -> checkpoints.save(6));
    assertEquals(List.of("lock", "step-5"), names(armci, "calls"));
    checkpoints.close();
    checkpoints.close();
    refused("have been closed", () -> checkpoints.save(7));
    refused("have been closed", checkpoints::restoreNewest);
    Checkpoints.open(armci, folder).close();
  }

  @ArmciTest(ranks = 2)
  void aSaveThatFailsLeavesTheOldOnes(Armci armci) {
    Path folder = parent.resolve("fails");
    byte[] mine = {1, 2, 3};
    try (Checkpoints checkpoints = Checkpoints.open(armci, folder);
        Arena arena = Arena.ofConfined()) {
      checkpoints.add("a", MemorySegment.ofArray(mine)).save(1);
      checkpoints.add("b", armci.rank() == 0 ? arena.allocate(1) : closed());
      refused("rank 1 cannot write to " + folder + ": IllegalState", () -> checkpoints.save(2));
      refused("rank 1 cannot copy what goes to " + folder, () -> checkpoints.saveInBackground(2));
      assertEquals(List.of("lock", "step-1"), names(armci, "fails"));
      mine[0] = 9;
      checkpoints.add("b", arena.allocate(1)).saveInBackground(2);
      checkpoints.await();
      mine[0] = 0;
      assertEquals(OptionalLong.of(2), checkpoints.restoreNewest());
      assertEquals(9, mine[0]);
    }
  }

  private static MemorySegment closed() {
    try (Arena arena = Arena.ofConfined()) {
      return arena.allocate(1);
    }
  }

  @ArmciTest(ranks = 2)
  void whatDeadJobsHaveLeftIsDeleted(Armci armci) throws IOException {
    Path folder = parent.resolve("left");
    if (armci.rank() == 0) {
      Path left = folder.resolve(".unfinished-3-0123456789abcdef");
      Files.createDirectories(left);
      Files.writeString(left.resolve("u.npy"), "half");
      Files.createDirectories(folder.resolve("step-007"));
      Files.writeString(folder.resolve("mine"), "stays");
    }
    armci.barrier();
    try (Checkpoints checkpoints = Checkpoints.open(armci, folder)) {
      assertEquals(List.of("lock", "mine", "step-007"), names(armci, "left"));
      checkpoints.add("mine", MemorySegment.ofArray(new byte[1]));
      assertEquals(OptionalLong.empty(), checkpoints.restoreNewest());
    }
  }

  private List<String> names(Armci armci, String folder) {
    armci.barrier();
    try (Stream<Path> files = Files.list(parent.resolve(folder))) {
      List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
      armci.barrier();
      return names;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static MemorySegment segment(double... array) {
    return MemorySegment.ofArray(array);
  }
}
