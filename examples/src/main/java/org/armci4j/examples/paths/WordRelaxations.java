package org.armci4j.examples.paths;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.IntList;
import org.armci4j.examples.common.VirtualParts;

/**
 * Lowers the distance of another rank's vertex in its owner's memory by compare-and-swap, and marks
 * the part of the owner's distances that has it. The owner looks through the marked parts when all
 * ranks have done so. The offers of a phase are carried out at its end, many at once in virtual
 * threads.
 */
final class WordRelaxations implements Relaxations {
  /** Distances that have one mark: two cache lines of them. */
  private static final int PART = 16;

  private final Armci armci;
  private final VirtualParts parts;

  /** Lengths of the shortest paths that other ranks have offered to the owner of a vertex. */
  private final DealtLongs shortest;

  /** For each part of each rank's distances, 1 if one has been lowered in this phase. */
  private final DealtLongs marks;

  private final DistanceBuckets buckets;
  private final IntList vertices = new IntList(); // of the offers of this phase
  private long[] distances = new long[1024];

  WordRelaxations(Armci armci, int count, DistanceBuckets buckets, VirtualParts parts) {
    this.armci = armci;
    this.parts = parts;
    this.shortest = new DealtLongs(armci, count);
    int most = Math.ceilDiv(count, armci.size()); // distances of a rank
    this.marks = new DealtLongs(armci, armci.size() * Math.ceilDiv(most, PART));
    this.buckets = buckets;
  }

  @Override
  public void begin() {
    buckets.clear();
    marks.fill(0);
    shortest.fill(DistanceBuckets.INFINITE);
  }

  @Override
  public void offer(int vertex, long distance) {
    CyclicDeal deal = shortest.deal();
    if (deal.owner(vertex) == deal.rank()) {
      buckets.relax(deal.place(vertex), distance);
      return;
    }
    if (vertices.size() == distances.length) {
      distances = Arrays.copyOf(distances, 2 * distances.length);
    }
    distances[vertices.size()] = distance;
    vertices.add(vertex);
  }

  @Override
  public void finish() {
    parts.run(this::lowerSome);
    vertices.clear();
    armci.barrier(); // the distances hold the offers of all ranks
    for (int part = 0; part < marks.deal().count(); part++) {
      if (marks.own().get(part) != 0) {
        marks.own().put(part, 0);
        relaxPart(part);
      }
    }
  }

  private void relaxPart(int part) {
    int end = Math.min((part + 1) * PART, shortest.deal().count());
    for (int place = part * PART; place < end; place++) {
      buckets.relax(place, shortest.own().get(place));
    }
  }

  private void lowerSome(int first, int step) {
    for (int i = first; i < vertices.size(); i += step) {
      lower(vertices.get(i), distances[i]);
    }
  }

  private void lower(int vertex, long distance) {
    long held = shortest.get(vertex);
    while (distance < held) {
      long found = shortest.compareAndSwap(vertex, held, distance);
      if (found == held) {
        CyclicDeal deal = shortest.deal();
        marks.put(marks.deal().index(deal.owner(vertex), deal.place(vertex) / PART), 1);
        return;
      }
      held = found;
    }
  }

  void free() {
    marks.close();
    shortest.close();
  }
}
