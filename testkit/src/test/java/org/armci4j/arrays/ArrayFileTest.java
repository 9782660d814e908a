package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arrays in NumPy files. The system property {@code test.seed} repeats the draws of a run. */
class ArrayFileTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime());

  /** A file of 2 x 3 ints, 1 to 6, as NumPy 2.4 saves it. */
  private static final String GOLDEN =
      "\u0093NUMPY\u0001\0v\0{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }"
          + " ".repeat(58)
          + "\n\u0001\0\0\0\u0002\0\0\0\u0003\0\0\0\u0004\0\0\0\u0005\0\0\0\u0006\0\0\0";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"local, 20", "fake, 4", "ucx, 1"})
  void anyArrayIsSavedAndLoadedOnAnyRanks(String transport, int cases) {
    System.out.printf(Locale.ROOT, "files over %s: -Dtest.seed=%d%n", transport, SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < cases; i++) {
      ArrayCase saved = ArrayCase.any(random);
      int other = random.nextInt(1, 6);
      ArrayCase loaded =
          new ArrayCase(
              other,
              saved.shape(),
              saved.kind(),
              random.nextInt(ArrayCase.CUTS),
              1,
              random.nextLong());
      Path path = folder.resolve(i % 5 + ".npy");
      try {
        NetworkJobs.threads(transport, saved.ranks()).run(armci -> save(armci, saved, path));
        NetworkJobs.threads(transport, other).run(armci -> load(armci, loaded, path));
      } catch (AssertionError e) {
        throw new AssertionError(saved + " as " + loaded + ": " + e.getMessage(), e);
      }
    }
  }

  private static void save(Armci armci, ArrayCase one, Path path) {
    GlobalArrays arrays = GlobalArrays.of(armci, one.group(armci));
    GlobalArray<?> array = one.create(arrays);
    model(one).store(array);
    array.save(path);
    arrays.close();
  }

  private static void load(Armci armci, ArrayCase one, Path path) {
    GlobalArrays arrays = GlobalArrays.of(armci, one.group(armci));
    GlobalArray<?> existing = one.create(arrays);
    existing.loadFrom(path);
    check(existing, one);
    GlobalArray<?> made = arrays.load(path).chunks(new long[one.shape().length]).create();
    assertEquals(one.kind(), made.parts().kind());
    assertArrayEquals(one.shape(), made.shape());
    check(made, one);
    arrays.close();
  }

  private static void check(GlobalArray<?> array, ArrayCase one) {
    model(one).requireEqual(array, one.kind());
    array.sync();
  }

  private static PlainArray model(ArrayCase one) {
    PlainArray model = new PlainArray(one.shape());
    Arrays.setAll(model.values, i -> i % 101);
    return model;
  }

  @ArmciTest(ranks = 4)
  void aFileHasTheBytesOfNumPy(Armci armci) throws IOException {
    GlobalArrays arrays = GlobalArrays.of(armci);
    IntArray a = arrays.array(2, 3).ghosts(1, 1).ints();
    a.map((index, _) -> 3 * index[0] + index[1] + 1);
    Path path = folder.resolve("golden.npy");
    a.save(path);
    byte[] golden = GOLDEN.getBytes(StandardCharsets.ISO_8859_1);
    assertArrayEquals(golden, Files.readAllBytes(path));
    assertEquals(List.of("golden.npy"), names(folder));
  }

  /** Rows that are longer than the buffer, and rows of a column block. */
  @ArmciTest(ranks = 3)
  void longRowsAreSavedInPieces(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    Path path = folder.resolve("long.npy");
    LongArray rows = arrays.array(7, 150_001).chunks(7, 0).longs();
    rows.map((index, _) -> 1_000_000 * index[0] + index[1]);
    rows.save(path);
    LongArray one = arrays.load(path).blocks(new long[1], new long[1]).longs();
    LongArray three = arrays.load(path).chunks(1, 150_001).ghosts(0, 2).longs();
    for (LongArray loaded : List.of(one, three)) {
      loaded.forEach(
          (index, value) -> {
            if (value != 1_000_000 * index[0] + index[1]) {
              throw new AssertionError(Arrays.toString(index) + " is " + value);
            }
          });
    }
    arrays.sync();
  }

  @ArmciTest(ranks = 2)
  void bigEndianElementsAreSwapped(Armci armci) throws IOException {
    Path path = folder.resolve("big.npy");
    String big = GOLDEN.replace('<', '>').replaceAll("([\1-\6])\0\0\0", "\0\0\0$1");
    write(armci, path, big);
    IntArray a = GlobalArrays.of(armci).load(path).ints();
    assertEquals(6, a.get(1, 2));
    assertEquals(2, a.get(0, 1));
  }

  @ArmciTest(ranks = 3)
  void aSaveThatFailsLeavesTheOldFile(Armci armci) throws IOException {
    GlobalArrays arrays = GlobalArrays.of(armci);
    IntArray a = arrays.array(2, 3).name("grid").ints();
    Path own = folder.resolve("own");
    if (armci.rank() == 0) {
      Files.createDirectories(own.resolve("folder.npy"));
      Files.createDirectories(own.resolve("elsewhere"));
      Files.writeString(own.resolve("old.npy"), "old");
    }
    arrays.sync();
    refused(
        "save by rank " + armci.rank() + " on array grid: rank 0 cannot create " + own,
        () -> a.save(own.resolve("folder.npy")));
    refused("it is a folder", () -> a.save(own.resolve("folder.npy")));
    refused("it is a folder", () -> a.save(Path.of("/")));
    refused("NoSuchFileException", () -> a.save(own.resolve("none").resolve("a.npy")));
    Path different = armci.rank() == 2 ? own.resolve("elsewhere") : own;
    refused(
        "rank 2 cannot write "
            + own.resolve("elsewhere").resolve("old.npy")
            + ": it does not see the file of rank 0; the path has to be on a file system that all"
            + " ranks share",
        () -> a.save(different.resolve("old.npy")));
    assertEquals("old", Files.readString(own.resolve("old.npy")));
    assertEquals(List.of("elsewhere", "folder.npy", "old.npy"), names(own));
    assertEquals(List.of(), names(own.resolve("elsewhere")));
    arrays.sync();
    a.save(own.resolve("old.npy"));
    assertEquals(152, Files.size(own.resolve("old.npy")));
    assertEquals(List.of("elsewhere", "folder.npy", "old.npy"), names(own));
  }

  @ArmciTest(ranks = 3)
  void wrongFilesAreRefusedOnEveryRank(Armci armci) throws IOException {
    GlobalArrays arrays = GlobalArrays.of(armci);
    String where = "by rank " + armci.rank();
    Path good = folder.resolve("good.npy");
    Path bad = folder.resolve("bad.npy");
    write(armci, good, GOLDEN);
    IntArray a = arrays.array(2, 3).name("grid").ints();
    a.fill(7);
    refused("load " + where + ": rank 0 cannot read " + bad, () -> arrays.load(bad));
    refused("rank 1 cannot read " + bad, () -> a.loadFrom(armci.rank() == 1 ? bad : good));
    write(armci, bad, GOLDEN.substring(0, GOLDEN.length() - 1));
    refused(
        "loadFrom " + where + " on array grid: rank 0 cannot read " + bad + ": it is truncated",
        () -> a.loadFrom(bad));
    refused("rank 2 cannot read", () -> arrays.load(armci.rank() == 2 ? bad : good));
    write(armci, bad, GOLDEN.replace("i4", "f4"));
    refused("has float of 2 x 3, and the array is int of 2 x 3", () -> a.loadFrom(bad));
    refused("rank 1 sees another type", () -> arrays.load(armci.rank() == 1 ? bad : good));
    refused("has elements of float; call floats or create", () -> arrays.load(bad).doubles());
    write(armci, bad, GOLDEN.replace("(2, 3)", "(3, 2)"));
    refused("has int of 3 x 2, and the array is int of 2 x 3", () -> a.loadFrom(bad));
    write(armci, bad, GOLDEN.replace("(2, 3)", "(3, 2)").replace("False", "True "));
    refused("Fortran order; save numpy.ascontiguousarray", () -> arrays.load(bad));
    write(armci, bad, GOLDEN.replace("(2, 3)", "()    ").substring(0, 132));
    refused("it has 0 dimensions", () -> arrays.load(bad));
    write(armci, bad, GOLDEN.replace("(2, 3)", "(2, 0)").substring(0, 128));
    refused("has no element", () -> arrays.load(bad));
    refused("only a loaded file has a type", () -> arrays.array(2).create());
    refused("widths of ghosts", () -> arrays.load(good).ghosts(1, 1, 1).create());
    assertEquals(7 * 6, a.sum());
    assertEquals(21, ((IntArray) arrays.load(good).create()).sum());
    a.close();
    refused("has been closed", () -> a.save(good));
    refused("has been closed", () -> a.loadFrom(good));
    arrays.close();
    refused("have been closed", () -> arrays.load(good));
  }

  /** Writes a file by one rank, while no other rank reads it. */
  private static void write(Armci armci, Path path, String bytes) throws IOException {
    armci.barrier();
    if (armci.rank() == 0) {
      Files.write(path, bytes.getBytes(StandardCharsets.ISO_8859_1));
    }
    armci.barrier();
  }

  private static List<String> names(Path path) {
    try (Stream<Path> files = Files.list(path)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
