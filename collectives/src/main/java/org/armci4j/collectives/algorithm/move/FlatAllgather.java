package org.armci4j.collectives.algorithm.move;

import static org.armci4j.collectives.schedule.Region.BUFFER;
import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Schedule;

/** Everyone puts to everyone. */
public final class FlatAllgather {
  private FlatAllgather() {}

  public static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    long mine = shape.takeBytes(shape.place());
    schedule.copy(SOURCE, 0, DESTINATION, shape.takeOffset(shape.place()), mine);
    for (int step = 1; step < shape.size(); step++) {
      int peer = shape.on(step);
      schedule.put(peer, SOURCE, 0, mine);
      schedule.take(peer, DESTINATION, shape.takeOffset(peer), shape.takeBytes(peer));
    }
    return schedule.build();
  }

  /**
   * To collective buffers, with nothing asked before, where these have room for all; for parts of
   * equal length.
   */
  public static Schedule straight(Shape shape) {
    long bytes = shape.bytes();
    if ((shape.size() - 1) * bytes > Channels.BUFFER_BYTES) {
      return schedule(shape);
    }
    Schedule.Builder schedule = Schedule.builder();
    int place = shape.place();
    for (int step = 1; step < shape.size(); step++) {
      int peer = shape.on(step);
      schedule.write(peer, SOURCE, 0, BUFFER, Shape.indexAmongOthers(place, peer) * bytes, bytes);
    }
    schedule.copy(SOURCE, 0, DESTINATION, place * bytes, bytes);
    for (int step = 1; step < shape.size(); step++) {
      int peer = shape.on(step);
      schedule.written(peer, BUFFER, Shape.indexAmongOthers(peer, place) * bytes, bytes);
    }
    schedule.next();
    for (int step = 1; step < shape.size(); step++) {
      int peer = shape.on(step);
      schedule.copy(
          BUFFER, Shape.indexAmongOthers(peer, place) * bytes, DESTINATION, peer * bytes, bytes);
    }
    return schedule.build();
  }
}
