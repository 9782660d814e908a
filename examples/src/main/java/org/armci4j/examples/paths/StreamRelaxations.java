package org.armci4j.examples.paths;

import org.armci4j.Armci;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.PlaceHandler;
import org.armci4j.stream.ItemStream;

/** Pushes each offer to the owner of the vertex, whose handler fills the buckets. */
final class StreamRelaxations implements Relaxations {
  private final CyclicDeal vertices;
  private final DistanceBuckets buckets;
  private final ItemStream stream;

  StreamRelaxations(Armci armci, CyclicDeal vertices, DistanceBuckets buckets) {
    this.vertices = vertices;
    this.buckets = buckets;
    this.stream = PlaceHandler.open(armci, buckets::relax);
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
