package org.armci4j.arrays;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.Handle;
import org.armci4j.arrays.kernel.OwnerSort;
import org.armci4j.strided.PlanBuffer;
import org.armci4j.strided.TransferPlan;

/**
 * Plans one transfer for each owner of a list of elements. Used again for many lists, so that none
 * allocates. For one thread at a time.
 */
final class ElementLists {
  /** Most elements that are planned together; bounds the memory of their plans. */
  static final int PART = 1 << 14;

  /** Most elements of all plans that are kept; a plan has some 50 bytes an element. */
  private static final int MOST_KEPT = 4 * PART;

  private final OwnerSort sort;
  private final Handle handle;

  /** Plans transfers that are complete when their call returns. */
  private final PlanBuffer direct = new PlanBuffer();

  /** Plan the others, each another one of those under way. */
  private final List<KeptPlan> kept = new ArrayList<>();

  private int underWay;

  /** The plan of a transfer that may be under way after its call. */
  private static final class KeptPlan {
    final PlanBuffer buffer = new PlanBuffer();
    int most;
  }

  /**
   * @param ranks number of owners
   * @param handle takes the transfers
   */
  ElementLists(int ranks, Handle handle) {
    this.sort = new OwnerSort(ranks);
    this.handle = handle;
  }

  Handle handle() {
    return handle;
  }

  /** Sorts some elements of a list by their owners, and forgets those before. */
  void sort(BlockLayout layout, long[] indices, int first, int count) {
    sort.ensure(count);
    layout.locate(indices, first, count, sort.owners(), sort.offsets());
    sort.sort(count, layout.elementBytes());
    underWay = 0;
  }

  /** Returns whether a rank of the group owns any of the elements. */
  boolean has(int owner) {
    return sort.from(owner) < sort.to(owner);
  }

  /**
   * Returns the plan of an owner's elements, whose offsets count from the first element and from
   * the block's first byte.
   *
   * @param completes whether the transfer is complete when its call returns
   */
  TransferPlan plan(int owner, boolean completes, int elementBytes) {
    int from = sort.from(owner);
    int to = sort.to(owner);
    PlanBuffer buffer = completes ? direct : next(to - from);
    return buffer.plan(sort.local(), sort.remote(), from, to, elementBytes);
  }

  private PlanBuffer next(int elements) {
    if (underWay == kept.size()) {
      kept.add(new KeptPlan());
    }
    KeptPlan plan = kept.get(underWay++);
    plan.most = Math.max(plan.most, elements);
    return plan.buffer;
  }

  /** Gives the plans' memory back if it is much. All transfers are complete. */
  void trim() {
    int elements = 0;
    for (int i = 0; i < kept.size(); i++) {
      elements += kept.get(i).most;
    }
    if (elements > MOST_KEPT) {
      kept.clear();
    }
  }
}
