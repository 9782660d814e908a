package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.Handle;
import org.armci4j.testkit.ArmciTest;

/** Examples of periodic and strided patches and of ghosts, and what is refused. */
class PatchAccessTest {
  @ArmciTest(ranks = 3)
  void periodicPatchesGoOnAtTheOtherEnd(Armci armci) {
    LongArray a = GlobalArrays.of(armci).array(7).longs();
    a.map((at, _) -> at[0]);
    PatchAccess<long[]> ring = a.periodic();
    long[] around = new long[16];
    ring.get(Patch.at(-1).size(16), around);
    assertArrayEquals(new long[] {6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0}, around);
    ring.get(Patch.at(Long.MAX_VALUE - 2).size(2), around);
    assertEquals(5, around[0], "2⁶³ is 7n + 1");
    a.sync();
    Arrays.fill(around, 1);
    ring.accumulate(Patch.at(-1).size(16), around);
    a.sync();
    long[] whole = new long[7];
    a.get(a.patch(), whole);
    assertArrayEquals(new long[] {9, 7, 8, 9, 10, 11, 15}, whole, "each of 3 ranks has added");
    a.sync();
  }

  @ArmciTest(ranks = 2)
  void wrongPeriodicPatchesAreRefused(Armci armci) {
    DoubleArray a = GlobalArrays.of(armci).array(10, 8).name("grid").doubles();
    PatchAccess<double[]> torus = a.periodic();
    String where = " by rank " + armci.rank() + " on array grid: ";
    Patch wide = Patch.at(-5, 5).size(3, 9);
    double[] ones = new double[27];
    Arrays.fill(ones, 1);
    refused(
        "periodic().put"
            + where
            + "patch [-5..-2, 5..14) has 9 indices in dimension 1, and a put writes each of the"
            + " array's 8 there once; give a patch of at most that size",
        () -> torus.put(wide, ones));
    refused(
        "periodic().nbGet" + where + "patch [0..1) has 1 dimensions, and the array has 2",
        () -> torus.nbGet(Patch.at(0), LocalBuffer.of(ones), armci.newHandle()));
    refused("which has 26 elements", () -> torus.get(wide, new double[26]));
    refused(
        "has 9 indices in dimension 1, and the leading dimension there is 8",
        () -> torus.get(wide, LocalBuffer.of(ones, 0, 8)));
    refused(
        "does not add", () -> torus.accumulate(Accumulation.ofLong(1), wide, LocalBuffer.of(ones)));
    a.sync();
    assertEquals(0, a.sum());
    torus.accumulate(wide, ones);
    a.sync();
    assertEquals(54, a.sum());
    assertEquals(4, a.get(6, 5), "column 5 and column 13, from both ranks");
    a.close();
    refused("periodic().put" + where + "the array has been closed", () -> torus.put(wide, ones));
  }

  @ArmciTest(ranks = 2)
  void wrongStepsAreRefused(Armci armci) {
    IntArray a = GlobalArrays.of(armci).array(10, 10).name("grid").ints();
    String where = " by rank " + armci.rank() + " on array grid: ";
    refused(
        "every" + where + "steps [2]: 1 numbers, and the array has 2 dimensions", () -> a.every(2));
    refused(
        "every" + where + "the step of dimension 1 is 0; give 1 for all indices, or more",
        () -> a.every(1, 0));
    PatchAccess<int[]> some = a.every(2, 3);
    refused(
        "every(2, 3).put"
            + where
            + "patch [0..11, 0..1) is outside: dimension 0 has the indices 0 to 9",
        () -> some.put(Patch.at(0, 0).size(11, 1), new int[99]));
    refused(
        "every(2, 3).get"
            + where
            + "patch [0..10, 0..10) is not inside the destination, which has 19 elements",
        () -> some.get(a.patch(), new int[19]));
    refused(
        "patch [0..10, 0..10) has 4 indices in dimension 1, and the leading dimension there is 3",
        () -> some.get(a.patch(), LocalBuffer.of(new int[99], 0, 3)));
    some.put(a.patch(), new int[20]);
    a.close();
    refused(
        "every(2, 3).put" + where + "the array has been closed",
        () -> some.put(Patch.at(0, 0), new int[1]));
  }

  @ArmciTest(ranks = 2)
  void wrongDirectionsOfGhostsAreRefused(Armci armci) {
    FloatArray a = GlobalArrays.of(armci).array(8, 8).name("grid").ghosts(1, 1).floats();
    String where = "nbUpdateGhosts by rank " + armci.rank() + " on array grid: ";
    Handle handle = armci.newHandle();
    refused(
        where + "direction [1]: 1 numbers, and the array has 2 dimensions",
        () -> a.nbUpdateGhosts(false, handle, 1));
    refused(
        where + "direction [1, 2] has 2 in dimension 1; give -1, 0 or 1",
        () -> a.nbUpdateGhosts(true, handle, 1, 2));
    refused(
        where + "direction [0, 0] is that of the block itself; give -1 or 1 in a dimension",
        () -> a.nbUpdateGhosts(true, handle, 0, 0));
    assertThrows(NullPointerException.class, () -> a.nbUpdateGhosts(true, null));
    assertTrue(handle.test());
    a.close();
    refused(where + "the array has been closed", () -> a.nbUpdateGhosts(true, handle));
  }
}
