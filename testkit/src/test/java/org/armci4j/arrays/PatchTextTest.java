package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.testkit.ArmciTest;

class PatchTextTest {
  @ArmciTest(ranks = 3)
  void rowsAndColumnsAreAligned(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(10, 12).name("a").doubles();
    a.map((index, _) -> index[0] == 9 ? -1e9 / (index[1] + 1) : index[0] + index[1] / 8.0);
    onOne(
        armci,
        """
        array a, double of 10 x 12, patch [8..10, 9..12)
                      [9]          [10]          [11]
        [8]       9.12500       9.25000       9.37500
        [9]  -1.00000e+08  -9.09091e+07  -8.33333e+07
        """,
        () -> a.toText(Patch.at(8, 9).size(2, 3)));
    onOne(armci, "array a, double of 10 x 12, patch [1..1, 0..2)\n", () -> a.toText(empty()));
  }

  private static Patch empty() {
    return Patch.at(1, 0).size(0, 2);
  }

  @ArmciTest(ranks = 2)
  void matricesHaveTheirIndicesAbove(Armci armci) {
    IntArray a = GlobalArrays.of(armci).array(2, 2, 2, 2).name("a").ints();
    a.map((index, _) -> 1000 * index[0] + 100 * index[1] + 10 * index[2] + index[3]);
    onOne(
        armci,
        """
        array a, int of 2 x 2 x 2 x 2, patch [0..2, 1..2, 0..2, 0..2)
        [0, 1, :, :]
              [0]   [1]
        [0]   100   101
        [1]   110   111
        [1, 1, :, :]
              [0]   [1]
        [0]  1100  1101
        [1]  1110  1111
        """,
        () -> a.toText(Patch.at(0, 1, 0, 0).size(2, 1, 2, 2)));
  }

  @ArmciTest(ranks = 2)
  void theMiddleOfALargePatchIsLeftOut(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    LongArray a = arrays.array(100_000, 7).name("a").longs();
    a.map((index, _) -> 10 * index[0] + index[1]);
    onOne(
        armci,
        """
        array a, long of 100000 x 7, patch [0..100000, 0..7)
                    [0]     [1]     [2]     ...     [4]     [5]     [6]
            [0]       0       1       2     ...       4       5       6
            [1]      10      11      12     ...      14      15      16
            [2]      20      21      22     ...      24      25      26
            ...     ...     ...     ...     ...     ...     ...     ...
        [99997]  999970  999971  999972     ...  999974  999975  999976
        [99998]  999980  999981  999982     ...  999984  999985  999986
        [99999]  999990  999991  999992     ...  999994  999995  999996
        """,
        a::toText);
    onOne(
        armci,
        """
        array a, long of 100000 x 7, patch [0..1, 0..7)
             [0]  [1]  [2]  ...  [4]  [5]  [6]
        [0]    0    1    2  ...    4    5    6
        """,
        () -> a.toText(Patch.at(0, 0).size(1, 7), 6));
    assertTrue(!a.toText(Patch.at(0, 0).size(142, 7)).contains("..."), "994 elements");
    assertTrue(a.toText(Patch.at(0, 0).size(143, 7)).contains("\n  ..."), "1001 elements");
    arrays.sync();
  }

  @ArmciTest(ranks = 3)
  void longRowsGoOnInFurtherLines(Armci armci) {
    ByteArray a = GlobalArrays.of(armci).array(60).name("a").bytes();
    a.map((index, _) -> index[0] - 10);
    String[] lines = a.toText().split("\n");
    assertEquals(1 + 2 * 4, lines.length, () -> Arrays.toString(lines));
    assertEquals(
        "  [48]  [49]  [50]  [51]  [52]  [53]  [54]  [55]  [56]  [57]  [58]  [59]", lines[7]);
    assertEquals(
        "    38    39    40    41    42    43    44    45    46    47    48    49", lines[8]);
    assertEquals(16 * 6, lines[2].length());
    a.sync();
  }

  @ArmciTest(ranks = 3)
  void aDistributionShowsItsBlocks(Armci armci) {
    assertEquals(
        """
        10 x 4 in blocks [2, 1] on 3 ranks
        rank 0: [0..7, 0..4)
        rank 1: [7..10, 0..4)
        rank 2: none
        """,
        GlobalArrays.of(armci)
            .array(10, 4)
            .blocks(new long[] {0, 7}, new long[1])
            .ints()
            .distribution()
            .toText());
    String[] lines =
        Distribution.regular(5000, new long[] {5000}).toText().lines().toArray(String[]::new);
    assertEquals(8, lines.length);
    assertEquals("rank 2: [2..3)", lines[3]);
    assertEquals("...", lines[4]);
    assertEquals("rank 4997: [4997..4998)", lines[5]);
  }

  @ArmciTest(ranks = 2)
  void wrongPatchesAndLimitsAreRefused(Armci armci) {
    IntArray a = GlobalArrays.of(armci).array(4, 5).name("a").ints();
    String where = "toText by rank " + armci.rank() + " on array a: ";
    refused(
        where + "patch [0..5, 0..5) is outside: dimension 0 has the indices 0 to 3",
        () -> a.toText(Patch.at(0, 0).size(5, 5)));
    refused(
        where + "the limit is 0 to 1000000 elements, not -1", () -> a.toText(Patch.at(0, 0), -1));
    a.close();
    refused("has been closed", a::toText);
  }

  /** Text of a call that only one rank makes. */
  private interface TextCall {
    String get();
  }

  private static void onOne(Armci armci, String expected, TextCall call) {
    if (armci.rank() == armci.size() - 1) {
      assertEquals(expected, call.get());
    }
    armci.barrier();
  }
}
