package org.armci4j.strided;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.armci4j.error.ArmciException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What plans are made of, how they read, and which shapes are refused. */
class PlanTest {
  private static void assertRefused(String reason, Executable call) {
    ArmciException refused = assertThrows(ArmciException.class, call);
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }

  @Test
  void contiguousLevelsBecomeOneSegment() {
    ArrayLayout layout = ArrayLayout.of(8, 4, 5, 6);
    assertEquals(
        "960 bytes in 1 segments, 1 runs:\n  960 B, local 0, remote 0",
        TransferPlan.of(layout.whole(), layout.whole()).toString());
  }

  @Test
  void levelsThatContinueEachOtherBecomeOneRun() {
    ArrayLayout layout = ArrayLayout.of(8, 4, 5, 6);
    Section column = layout.box(new long[] {0, 0, 2}, new long[] {4, 5, 1});
    assertEquals(
        "160 bytes in 20 segments, 1 runs:\n  20 x 8 B, local 16 by 48, remote 0 by 8",
        TransferPlan.of(column, column.packed(0)).toString());
  }

  @Test
  void theOrderOfLevelsDoesNotMatter() {
    Section transposed = Section.of(0, new long[] {400, 80, 8}, new long[] {8, 3, 5, 10});
    assertEquals(
        "1200 bytes in 1 segments, 1 runs:\n  1200 B, local 0, remote 0",
        TransferPlan.of(transposed, transposed).toString());
  }

  @Test
  void shortInnerLevelsDoNotMakeShortRuns() {
    Section twoOfEach = Section.of(0, new long[] {16, 64}, new long[] {8, 2, 1000});
    TransferPlan plan = TransferPlan.of(twoOfEach, twoOfEach);
    assertEquals(2, plan.list().runs(), plan.toString());
  }

  @Test
  void vectorsMergeAndFormRuns() {
    long[] local = LongStream.range(0, 20).map(i -> i * 32).toArray();
    long[] remote = LongStream.range(0, 20).map(i -> 1000 - i * 8).toArray();
    assertEquals(
        "160 bytes in 20 segments, 1 runs:\n  20 x 8 B, local 0 by 32, remote 1000 by -8",
        TransferPlan.ofSegments(local, remote, 8).toString());
    long[] adjacent = LongStream.range(0, 20).map(i -> i * 8).toArray();
    assertEquals(
        "160 bytes in 1 segments, 1 runs:\n  160 B, local 0, remote 0",
        TransferPlan.ofSegments(adjacent, adjacent, 8).toString());
  }

  @Test
  void longPlansPrintTheirBeginning() {
    long[] squares = LongStream.range(0, 12).map(i -> i * i * 100).toArray();
    String text = TransferPlan.ofSegments(squares, squares, 4).toString();
    assertTrue(text.endsWith("\n  and 4 runs more"), text);
    assertEquals(10, text.lines().count());
  }

  @Test
  void emptyShapesMoveNothing() {
    Section empty = Section.of(8, new long[] {16, 16}, new long[] {8, 3, 0});
    assertEquals(0, TransferPlan.of(empty, empty).segments());
    assertEquals(0, TransferPlan.ofSegments(new long[] {5}, new long[] {6}, 0).sizeBytes());
  }

  @Test
  void overflowIsRefused() {
    long half = Long.MAX_VALUE / 2;
    Section far = Section.of(0, new long[] {half}, new long[] {8, 4});
    assertRefused("64 bits", () -> TransferPlan.of(far, far));
    Section end = Section.of(Long.MAX_VALUE - 4, new long[0], new long[] {8});
    assertRefused("64 bits", () -> TransferPlan.of(end, end));
    Section many = Section.of(0, new long[] {0, 0}, new long[] {8, half, half});
    assertRefused("64 bits", () -> TransferPlan.of(many, many));
    assertRefused("64 bits", () -> many.packed(0));
    assertRefused("64 bits", () -> ArrayLayout.of(8, half, half));
    long[] offsets = {0, Long.MAX_VALUE - 2};
    assertRefused("64 bits", () -> TransferPlan.ofSegments(offsets, offsets, 8));
  }

  @Test
  void wrongShapesAreRefused() {
    Section three = Section.of(0, new long[] {16}, new long[] {8, 3});
    Section four = Section.of(0, new long[] {16}, new long[] {8, 4});
    assertRefused("same counts", () -> TransferPlan.of(three, four));
    assertRefused("negative", () -> Section.of(0, new long[] {16}, new long[] {8, -1}));
    assertRefused("2 levels", () -> Section.of(0, new long[] {16}, new long[] {8, 1, 1}, 2));
    ArrayLayout layout = ArrayLayout.of(8, 4, 5);
    assertRefused("4 x 5", () -> layout.box(new long[] {1, 0}, new long[] {4, 5}));
    assertRefused("4 x 5", () -> layout.box(new long[] {0, -1}, new long[] {1, 1}));
    assertRefused("4 x 5", () -> layout.box(new long[] {0}, new long[] {1}));
    assertRefused("4 x 5", () -> layout.box(new long[] {0, 9}, new long[] {1, Long.MAX_VALUE}));
    assertRefused("-8 bytes", () -> TransferPlan.ofSegments(new long[1], new long[1], -8));
    assertRefused("not 2", () -> TransferPlan.ofSegments(new long[1], new long[2], 8));
    assertRefused("sizes", () -> TransferPlan.ofSegments(new long[1], new long[1], new long[2]));
  }

  @Test
  void overlappingSegmentsAreNamed() {
    Section overlapping = Section.of(0, new long[] {6}, new long[] {8, 3});
    TransferPlan run = TransferPlan.of(overlapping.packed(0), overlapping);
    assertRefused("bytes 0 to 7 and bytes 6 to 13", () -> run.requireDisjointRemote("put"));
    run.requireDisjointLocal("get");
    long[] local = {0, 8, 16};
    long[] remote = {40, 0, 45};
    TransferPlan vector = TransferPlan.ofSegments(local, remote, 8);
    assertRefused("bytes 40 to 47 and bytes 45 to 52", () -> vector.requireDisjointRemote("put"));
    assertRefused("bytes 40 to 47 and bytes 45 to 52", () -> vector.requireDisjointRemote("put"));
  }

  /** Sections and numbers find the same plan, as do the rows of a matrix. */
  @Test
  void aPlanIsRememberedByItsShape() {
    PlanCache plans = new PlanCache();
    long[] local = {16, 100, -1};
    long[] remote = {24, 300, -1};
    long[] counts = {8, 3, 4, -1}; // longer than two levels need
    TransferPlan plan = plans.plan(local, remote, counts, 2);
    Section ownLocal = Section.of(7, local, counts, 2);
    Section ownRemote = Section.of(9, remote, counts, 2);
    assertEquals(TransferPlan.of(ownLocal.at(0), ownRemote.at(0)).toString(), plan.toString());
    assertSame(plan, plans.plan(local, remote, counts, 2));
    assertSame(plan, plans.plan(ownLocal, ownRemote));
    TransferPlan rows = plans.plan(local, remote, counts, 1);
    assertNotSame(plan, rows);
    assertSame(rows, plans.plan(8, 3, 16, 24));
    local[1]++;
    assertNotSame(plan, plans.plan(local, remote, counts, 2));
    counts[1] = 2;
    assertNotSame(rows, plans.plan(local, remote, counts, 1));
    assertRefused("4 levels", () -> plans.plan(new long[4], local, new long[5], 4));
    assertRefused("negative", () -> plans.plan(local, remote, counts, 3));
    assertThrows(NullPointerException.class, () -> plans.plan(null, remote, counts, 1));
  }

  /** A plan in kept memory is that of new memory, also after a refusal in the middle of a list. */
  @Test
  void plansInTheSameMemoryAreThoseOfNewMemory() {
    PlanBuffer plans = new PlanBuffer();
    long[] local = LongStream.range(0, 40).map(i -> i < 15 ? 24 * i : 8 * i).toArray();
    long[] remote = LongStream.range(0, 40).map(i -> i < 30 ? 16 * i : i * i * 100).toArray();
    long[] far = {0, 8, Long.MAX_VALUE - 2};
    TransferPlan plan = plans.plan(local, remote, 0, 40, 8);
    assertEquals(TransferPlan.ofSegments(local, remote, 8).toString(), plan.toString());
    assertRefused("64 bits", () -> plans.plan(far, far, 0, 3, 8));
    assertSame(plan, plans.plan(local, remote, 3, 5, 4));
    assertEquals(
        "8 bytes in 2 segments, 2 runs:\n  4 B, local 72, remote 48\n  4 B, local 96, remote 64",
        plan.toString());
    plans.plan(local, remote, 0, 40, 20);
    assertRefused("overlap in the remote block", () -> plan.requireDisjointRemote("put"));
    plans.plan(local, remote, 0, 40, 8);
    plan.requireDisjointRemote("put");
    assertThrows(IndexOutOfBoundsException.class, () -> plans.plan(local, far, 0, 4, 8));
    assertThrows(IndexOutOfBoundsException.class, () -> plans.plan(local, remote, -1, 4, 8));
    assertRefused("-8 bytes", () -> plans.plan(local, remote, 0, 1, -8));
    assertThrows(NullPointerException.class, () -> plans.plan(null, remote, 0, 1, 8));
  }
}
