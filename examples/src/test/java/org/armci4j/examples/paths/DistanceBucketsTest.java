package org.armci4j.examples.paths;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.examples.common.IntList;
import org.junit.jupiter.api.Test;

class DistanceBucketsTest {
  private final DistanceBuckets buckets = new DistanceBuckets(5, 10, 25); // four slots

  private List<Integer> take(long bucket) {
    IntList taken = new IntList();
    buckets.take(bucket, taken);
    List<Integer> vertices = new ArrayList<>();
    for (int i = 0; i < taken.size(); i++) {
      vertices.add(taken.get(i));
    }
    return vertices;
  }

  @Test
  void aVertexIsInTheBucketOfItsDistance() {
    buckets.relax(1, 19);
    buckets.relax(2, 20);
    assertEquals(1, buckets.first(0));
    assertEquals(List.of(1), take(1));
    assertEquals(2, buckets.first(1));
    assertEquals(List.of(2), take(2));
    assertEquals(DistanceBuckets.INFINITE, buckets.first(2));
  }

  @Test
  void aVertexThatImprovesIsTakenOnce() {
    buckets.relax(3, 17);
    buckets.relax(3, 12);
    buckets.relax(3, 15); // longer than a path that is known
    assertEquals(12, buckets.distance(3));
    assertEquals(List.of(3), take(1));
  }

  @Test
  void aVertexThatImprovesLaterIsTakenAgain() {
    buckets.relax(3, 17);
    assertEquals(List.of(3), take(1));
    buckets.relax(3, 12);
    assertEquals(List.of(3), take(1));
    assertEquals(List.of(), take(1));
  }

  @Test
  void aVertexThatMovedIsSkippedInItsOldBucket() {
    buckets.relax(4, 33);
    buckets.relax(4, 8);
    assertEquals(List.of(4), take(0));
    assertEquals(3, buckets.first(0)); // the entry that it left
    assertEquals(List.of(), take(3));
  }

  @Test
  void slotsAreUsedAgain() {
    buckets.relax(0, 15);
    assertEquals(List.of(0), take(1));
    buckets.relax(1, 44); // bucket 4
    assertEquals(4, buckets.first(1));
    assertEquals(List.of(1), take(4));
    buckets.relax(2, 55); // bucket 5, in the slot of bucket 1
    assertEquals(5, buckets.first(4));
    assertEquals(List.of(2), take(5));
  }

  @Test
  void clearForgetsAll() {
    buckets.relax(0, 15);
    take(1);
    buckets.relax(1, 20);
    buckets.clear();
    assertEquals(DistanceBuckets.INFINITE, buckets.first(0));
    assertEquals(DistanceBuckets.INFINITE, buckets.distance(1));
    buckets.relax(0, 15);
    assertEquals(List.of(0), take(1));
  }
}
