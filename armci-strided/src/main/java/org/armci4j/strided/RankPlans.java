package org.armci4j.strided;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.GlobalMemory;
import org.armci4j.transport.UpdateList;

/**
 * Memory for the plans of one call, a plan for each rank that has some of its elements. Kept from
 * one call to the next.
 */
final class RankPlans {
  /** Most elements of all plans that are kept; a plan has some 50 bytes an element. */
  private static final int MOST_KEPT = 4 * IndexedTransfers.PIECE;

  /** What one rank's elements are planned in. */
  static final class RankPlan {
    final PlanBuffer segments = new PlanBuffer();
    final UpdateList updates = new UpdateList();
    private int most;
  }

  /** For ranks whose operations are complete when their call returns. */
  private final RankPlan direct = new RankPlan();

  /** For all other ranks: their plans must not change before all operations are complete. */
  private final List<RankPlan> kept = new ArrayList<>();

  private int underWay;

  /** Begins a call. The operations of the call before are complete. */
  void begin() {
    underWay = 0;
  }

  /** Returns a plan that no operation under way uses. */
  RankPlan next(GlobalMemory memory, int rank, int elements) {
    if (memory.view(rank) != null) {
      return direct;
    }
    if (underWay == kept.size()) {
      kept.add(new RankPlan());
    }
    RankPlan plan = kept.get(underWay++);
    plan.most = Math.max(plan.most, elements);
    return plan;
  }

  /** Gives the plans' memory back if it is much. All operations are complete. */
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
