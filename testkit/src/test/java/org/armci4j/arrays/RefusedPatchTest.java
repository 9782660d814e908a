package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.AtomicUpdate;
import org.armci4j.Group;
import org.armci4j.testkit.ArmciTest;

/** Wrong calls are refused before anything moves, in words that name what is wrong. */
class RefusedPatchTest {
  @ArmciTest(ranks = 2)
  void wrongPatchesAndBuffersAreRefused(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(10, 8).name("grid").doubles();
    String where = "by rank " + armci.rank() + " on array grid: ";
    double[] ones = new double[80];
    Arrays.fill(ones, 1);
    Patch outside = Patch.at(0, 5).size(10, 4);
    refused(
        "put " + where + "patch [0..10, 5..9) is outside: dimension 1 has the indices 0 to 7",
        () -> a.put(outside, ones));
    refused("dimension 0 has the indices 0 to 9", () -> a.get(Patch.at(-1, 0), ones));
    refused("has 1 dimensions, and the array has 2", () -> a.put(Patch.at(0), ones));
    Patch all = a.distribution().whole();
    refused("the destination, which has 79 elements", () -> a.get(all, new double[79]));
    refused("the leading dimension there is 7", () -> a.put(all, LocalBuffer.of(ones, 0, 7)));
    refused(
        "has 2 leading dimensions; an array of 2 dimensions has 1",
        () -> a.put(all, LocalBuffer.of(ones, 0, 8, 8)));
    refused("elements: LocalBuffer", () -> a.put(all, LocalBuffer.of(ones, 1, 8)));
    refused("elements: LocalBuffer", () -> a.put(all, LocalBuffer.of(ones, 0, Long.MAX_VALUE)));
    refused(
        "read-only",
        () -> a.get(all, LocalBuffer.ofSegment(MemorySegment.ofArray(ones).asReadOnly(), 0)));
    refused("which", () -> a.accumulate(Accumulation.ofLong(1), all, LocalBuffer.of(ones)));
    refused("element [10, 0] is outside: dimension 0 has the indices 0 to 9", () -> a.get(10, 0));
    refused("has 1 indices", () -> a.put(1.0, 0));
    refused("has 1 indices", () -> a.put(1.0, new long[1]));
    refused("has 3 indices", () -> a.get(0, 0, 0));
    refused("element [9, 8] is outside: dimension 1", () -> a.fetchAndAdd(1, 9, 8));
    refused("element [0, -1] is outside: dimension 1", () -> a.put(1.0, 0, -1));
    refused(
        "putElements " + where + "element [9, 8] is outside: dimension 1 has the indices 0 to 7",
        () -> a.putElements(new long[] {0, 0, 9, 8}, ones));
    refused("3 indices are no whole number", () -> a.putElements(new long[3], ones));
    refused(
        "a list of 81 elements is not inside the source, which has 80",
        () -> a.accumulateElements(new long[2 * 81], ones));
    refused(
        "the destination is an array of float, and the elements are doubles",
        () -> a.get(all, other(new float[80])));
    FloatingView own = a.view();
    long beyond = own.upper(0);
    refused(
        "index "
            + beyond
            + " of dimension 0 is outside rank "
            + armci.rank()
            + "'s block "
            + a.own(),
        () -> own.get(beyond, 0));
    refused("an element of array grid has 2 indices, not 1", () -> own.set(0, 1.0));
    refused(
        "create of array bad: an array of 3 x 0: dimension 1",
        () -> arrays.array(3, 0).name("bad").ints());
    refused(
        "create of array bad: a grid of [3] blocks",
        () -> arrays.array(9).blocks(new long[] {0, 1, 2}).name("bad").ints());
    assertThrows(NullPointerException.class, () -> a.put(null, ones));
    assertThrows(NullPointerException.class, () -> a.put(all, (double[]) null));
    assertThrows(NullPointerException.class, () -> a.nbPut(all, LocalBuffer.of(ones), null));
    double[] found = new double[80];
    a.get(all, found);
    for (double one : found) {
      assertEquals(0, one);
    }
  }

  @ArmciTest(ranks = 2)
  void wrongUpdatesOfListsAreRefused(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    String where = " by rank " + armci.rank() + " on array ";
    IntArray a = arrays.array(5).name("counts").ints();
    DoubleArray reals = arrays.array(5).doubles();
    ByteArray mask = arrays.array(5).name("mask").bytes();
    long[] list = {0, 4, 1};
    int[] three = {1, 1, 1};
    refused(
        "compareAndSwapElements" + where + "counts: element [5] is outside: dimension 0",
        () -> a.compareAndSwapElements(new long[] {0, 5}, three, three, three));
    refused(
        "a list of 3 elements is not inside the expected, which has 2",
        () -> a.compareAndSwapElements(list, new int[2], three, three));
    refused(
        "a list of 3 elements is not inside the source, which has 0",
        () -> a.updateElements(AtomicUpdate.MAX, list, new int[0], three));
    refused(
        "a list of 3 elements is not inside the destination, which has 1",
        () -> a.updateElements(AtomicUpdate.ADD, list, three, new int[1]));
    refused(
        "there is no XOR of floating-point elements",
        () -> reals.updateElements(AtomicUpdate.XOR, list, new double[3], new double[3]));
    refused(
        "updateElements" + where + "mask: bytes have no atomic updates",
        () -> mask.updateElements(AtomicUpdate.ADD, list, new byte[3], new byte[3]));
    refused(
        "bytes have no atomic updates",
        () -> mask.compareAndSwapElements(list, new byte[3], new byte[3], new byte[3]));
    assertThrows(
        NullPointerException.class, () -> a.compareAndSwapElements(list, null, three, three));
    assertEquals(0, a.sum());
  }

  @ArmciTest(ranks = 2)
  void bytesAreNotAdded(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    ByteArray mask = arrays.array(4).bytes();
    refused(
        "on array #0: bytes cannot be accumulated",
        () -> mask.accumulate(Patch.at(0), new byte[1]));
    refused("bytes cannot", () -> mask.accumulateElements(new long[1], new byte[1]));
    refused("bytes cannot be added atomically", () -> mask.fetchAndAdd(1, 0));
  }

  @ArmciTest(ranks = 2)
  void aClosedArrayIsRefused(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    LongArray a = arrays.array(4).name("gone").longs();
    LongArray left = arrays.array(4).longs();
    a.close();
    a.close();
    refused("on array gone: the array has been closed", () -> a.put(Patch.at(0), new long[1]));
    refused("the array has been closed", () -> a.get(0));
    refused("the array has been closed", a::view);
    refused("the array has been closed", a::sync);
    arrays.close();
    arrays.close();
    refused("the array has been closed", () -> left.get(0));
    refused("have been closed", () -> arrays.array(4).longs());
  }

  @ArmciTest(ranks = 3)
  void descriptionsThatDifferAreRefusedOnEveryRank(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    long size = armci.rank() == 2 ? 11 : 10;
    refused("rank 2 describes double of 11 in 3 blocks", () -> arrays.array(size).doubles());
    refused(
        "int of 5",
        () -> {
          ArrayBuilder five = arrays.array(5);
          var _ = armci.rank() == 1 ? five.ints() : five.floats();
        });
    refused("dimension 0", () -> arrays.array(armci.rank() == 1 ? 0 : 1).doubles());
    refused(
        "widths of ghosts",
        () -> arrays.array(5, 5).ghosts(armci.rank() == 0 ? 1 : -1, 0).doubles());
    try (DoubleArray works = arrays.array(10).doubles()) {
      assertEquals(0, works.get(9));
    }
  }

  @ArmciTest(ranks = 3)
  void anArrayMayBelongToSomeRanks(Armci armci) {
    Group group = armci.world().split(armci.rank() == 1 ? -1 : 0, -armci.rank());
    if (group != null) {
      GlobalArrays arrays = GlobalArrays.of(armci, group);
      IntArray a = arrays.array(6).ints();
      assertEquals(Patch.at(3L * group.rank()).size(3), a.own());
      a.put(armci.rank() + 1, 3L * group.rank());
      a.sync();
      assertEquals(3, a.get(0), "rank 2 is the first of the group");
      assertEquals(1, a.get(3));
      group.close();
    }
  }

  @ArmciTest(ranks = 3)
  void aRankMayOwnNothing(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    LongArray a = arrays.array(2).ghosts(1).longs();
    a.map((index, _) -> index[0] + 1);
    a.updateGhosts(true);
    IntegralView own = a.view();
    assertEquals(armci.rank() == 2, own.patch().isEmpty());
    if (armci.rank() == 2) {
      refused("index 0 of dimension 0 is outside rank 2's block", () -> own.get(0));
      a.putElements(new long[] {0, 1}, new long[] {5, 6});
    }
    a.sync();
    assertEquals(11, a.sum());
  }

  @ArmciTest(ranks = 2)
  void arraysMayBeMadeLikeOthers(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a =
        arrays.array(10, 4).blocks(new long[] {0, 7}, new long[1]).ghosts(1, 0).doubles();
    IntArray b = a.like().ints();
    assertEquals(a.distribution(), b.distribution());
    assertEquals(1, b.ghosts()[0]);
  }

  @ArmciTest(ranks = 2)
  void whatBlockCyclicArraysHaveNotIsRefused(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(10, 4).name("a").blockCyclic(2, 3).doubles();
    String reason =
        " by rank "
            + armci.rank()
            + " on array a: the array is block-cyclic, so a rank owns several blocks; take"
            + " blocks()";
    refused("view" + reason, a::view);
    refused("view" + reason, () -> a.view(0));
    refused("own" + reason, a::own);
    refused("own" + reason, () -> a.section(a.patch()).own());
    refused("no rank 2", () -> a.blocks(2));
    a.updateGhosts(false); // there are none
    refused(
        "create of array g: a block-cyclic distribution has no ghosts",
        () -> arrays.array(10).name("g").blockCyclic(3).ghosts(1).doubles());
    refused(
        "rank 1 describes",
        () -> arrays.array(10, 10).blockCyclic(2, 2).processGrid(armci.rank() + 1, 1).doubles());
    refused("by blockCyclic or blocks", () -> arrays.array(10).processGrid(2).doubles());
    FloatingView outside = a.blocks().getFirst();
    refused("index 9 of dimension 0 is outside rank " + armci.rank(), () -> outside.get(9, 0));
    IntArray like = a.like().ints();
    assertEquals(a.distribution(), like.distribution());
    a.close();
    refused("the array has been closed", a::blocks);
    refused("the array has been closed", a::segment);
  }

  /** Returns an array as if it had the type that the caller needs. */
  @SuppressWarnings("unchecked") // which is refused
  private static <A> LocalBuffer<A> other(Object array) {
    return (LocalBuffer<A>) LocalBuffer.of(array);
  }
}
