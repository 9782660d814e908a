package org.armci4j.examples.triangles;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.stream.RecordHandler;
import org.armci4j.stream.RecordStream;

/**
 * Counts by a stream: for each edge of an own vertex, a rank asks the owner of the smaller vertex
 * which of the vertices before it are neighbours of both. Nobody waits for an answer, as that owner
 * counts.
 */
final class PushedTriangles implements RecordHandler {
  private final SparseMatrix lower;

  /** A question: the place of the asked vertex at its owner, and other vertices. */
  private final int[] question;

  private final int[] others;
  private long found;

  private PushedTriangles(SparseMatrix lower, int longest) {
    this.lower = lower;
    this.question = new int[1 + longest];
    this.others = new int[longest];
  }

  /** Returns the number of triangles whose middle vertex is this rank's. Collective. */
  static long count(Armci armci, Collectives all, SparseMatrix lower) {
    int longest = (int) all.allreduce((long) lower.longest(), Reduction.MAX);
    PushedTriangles triangles = new PushedTriangles(lower, longest);
    int mostBytes = Integer.BYTES * triangles.question.length;
    try (RecordStream stream = RecordStream.open(armci, mostBytes, triangles)) {
      triangles.ask(stream);
      stream.finish();
    }
    return triangles.found;
  }

  private void ask(RecordStream stream) {
    CyclicDeal rows = lower.rows();
    MemorySegment memory = MemorySegment.ofArray(question);
    for (int row = 0; row < rows.count(); row++) {
      int before = 0;
      for (int entry = lower.start(row); entry < lower.end(row); entry++) {
        int middle = lower.column(entry);
        question[0] = rows.place(middle);
        if (before > 0) {
          stream.push(rows.owner(middle), memory, 0, Integer.BYTES * (1 + before));
        }
        question[++before] = middle;
      }
    }
  }

  @Override
  public void handle(int origin, MemorySegment memory, long offset, int sizeBytes) {
    int place = memory.get(ValueLayout.JAVA_INT_UNALIGNED, offset);
    int count = sizeBytes / Integer.BYTES - 1;
    MemorySegment.copy(
        memory, ValueLayout.JAVA_INT_UNALIGNED, offset + Integer.BYTES, others, 0, count);
    found += PulledTriangles.common(lower, lower.start(place), lower.end(place), others, count);
  }
}
