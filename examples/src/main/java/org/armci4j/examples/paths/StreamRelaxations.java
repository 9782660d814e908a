package org.armci4j.examples.paths;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;
import org.armci4j.examples.words.RoundRobin;
import org.armci4j.stream.ItemStream;

/** Pushes each offer to the owner of the vertex, whose handler fills the buckets. */
final class StreamRelaxations implements Relaxations {
  private static final int ITEM_BYTES = 2 * Long.BYTES; // a place of the target, and a distance

  private final RoundRobin vertices;
  private final DistanceBuckets buckets;
  private final ItemStream stream;

  StreamRelaxations(Armci armci, RoundRobin vertices, DistanceBuckets buckets) {
    this.vertices = vertices;
    this.buckets = buckets;
    this.stream = ItemStream.open(armci, ITEM_BYTES, (_, offers) -> relax(offers));
  }

  private void relax(MemorySegment offers) {
    for (long at = 0; at < offers.byteSize(); at += ITEM_BYTES) {
      int place = (int) offers.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      buckets.relax(place, offers.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES));
    }
  }

  @Override
  public void begin() {
    buckets.clear();
  }

  @Override
  public void offer(int vertex, long distance) {
    stream.pushLongs(vertices.owner(vertex), vertices.place(vertex), distance);
  }

  @Override
  public void finish() {
    stream.finish();
  }

  void close() {
    stream.close();
  }
}
