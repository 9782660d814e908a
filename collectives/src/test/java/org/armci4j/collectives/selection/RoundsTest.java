package org.armci4j.collectives.selection;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.schedule.Region;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.collectives.schedule.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is sent may still be read by the device when later steps begin, until it is settled. So no
 * step may change what another of its round sends, or what an earlier round has sent and nobody has
 * settled; and in the end all must be settled.
 */
class RoundsTest {
  private static final int ELEMENT_BYTES = 8;
  private static final int MAX_RANKS = 9;
  private static final long APART = 1L << 40;
  private static final Shape SHAPE = new Shape(Operation.BARRIER, 0, 2, 0, 0, ELEMENT_BYTES);
  private static final long[] COUNTS = {1, 2, 7, 100, 1025, 5000, 20_000, 100_000};

  static List<Algorithm> algorithms() {
    return Catalogue.ALL;
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void noStepChangesWhatAnotherOfItsRoundSends(Algorithm algorithm) {
    for (int size = 1; size <= MAX_RANKS; size++) {
      for (int place = 0; place < size; place++) {
        for (int root : new int[] {0, size - 1}) {
          for (long count : COUNTS) {
            Shape shape = new Shape(algorithm.operation(), place, size, root, count, ELEMENT_BYTES);
            if (algorithm.serves().test(shape)) {
              check(shape, algorithm.name(), algorithm.builder().apply(shape));
            }
          }
        }
      }
    }
  }

  private static void check(Shape shape, String name, Schedule schedule) {
    List<Step> open = new ArrayList<>();
    for (List<Step> round : schedule.rounds()) {
      for (int i = 0; i < round.size(); i++) {
        Step step = round.get(i);
        for (int j = 0; j < round.size(); j++) {
          boolean conflict = i != j && conflict(shape, round.get(i), round.get(j), i < j);
          assertFalse(conflict, () -> name + ", " + shape + ": in one round " + round);
        }
        for (Step earlier : open) {
          boolean untimely = step.kind().isSending() && isReadFrom(step.peer(), earlier);
          assertFalse(untimely, () -> name + ", " + shape + ": tells before it has read: " + step);
        }
        for (Step sent : open) {
          boolean conflict = !isAnswer(step, sent) && conflict(shape, sent, step, true);
          assertFalse(conflict, () -> name + ", " + shape + ": not settled: " + sent + ", " + step);
        }
      }
      round.stream()
          .filter(step -> step.kind() == Step.Kind.SETTLE)
          .forEach(settled -> open.removeIf(sent -> sent.peer() == settled.peer()));
      round.stream()
          .filter(step -> step.kind().isSending() || step.kind() == Step.Kind.READ)
          .filter(step -> step.sizeBytes() > 0)
          .forEach(open::add);
    }
    assertTrue(open.isEmpty(), () -> name + ", " + shape + ": not settled at the end: " + open);
  }

  /** The peer takes what comes next for the news that it may change what was read. */
  private static boolean isReadFrom(int peer, Step earlier) {
    return earlier.kind() == Step.Kind.READ && earlier.peer() == peer;
  }

  /** What a peer writes when it has received what was sent to it. */
  private static boolean isAnswer(Step step, Step sent) {
    return step.kind() == Step.Kind.WRITTEN && step.peer() == sent.peer();
  }

  /** Local steps are done when their turn comes; those before a sending step do it no harm. */
  private static boolean conflict(Shape shape, Step sends, Step changes, boolean inThisOrder) {
    if (!sends.kind().isSending()
        || changes.kind().isSending()
        || changes.kind() == Step.Kind.SETTLE
        || (changes.kind().isLocal() && !inThisOrder)
        || changesNothing(shape, changes)
        || inPlace(sends.from()) != inPlace(changes.region())) {
      return false;
    }
    long sent = sends.fromOffset() + inPlaceOffset(shape, sends.from());
    long changed = changes.offset() + inPlaceOffset(shape, changes.region());
    return sent < changed + changes.sizeBytes() && changed < sent + sends.sizeBytes();
  }

  /** In place, a rank's own part is where it is to be. */
  private static boolean changesNothing(Shape shape, Step step) {
    return step.kind() == Step.Kind.COPY
        && inPlace(step.from()) == inPlace(step.region())
        && step.fromOffset() + inPlaceOffset(shape, step.from())
            == step.offset() + inPlaceOffset(shape, step.region());
  }

  /** A call in place has its source in its destination, or the other way round. */
  private static Region inPlace(Region region) {
    return region == Region.SOURCE ? Region.DESTINATION : region;
  }

  /** Where in the larger of the two a region begins. */
  private static long inPlaceOffset(Shape shape, Region region) {
    long ownPart = shape.place() * shape.bytes();
    return switch (shape.operation()) {
      case ALLGATHER, GATHER -> region == Region.SOURCE ? ownPart : 0;
      case SCATTER -> region == Region.DESTINATION ? ownPart : 0;
      // The source is copied before a call in place, so both are memories of their own.
      case ALLTOALL, REDUCE_SCATTER -> region == Region.SOURCE ? APART : 0;
      default -> 0;
    };
  }

  @Test
  void theCheckFindsAConflict() {
    Step put = new Step(Step.Kind.PUT, 1, Region.WORK, 8, 8, Region.WORK, 8);
    Step take = new Step(Step.Kind.TAKE_LEFT, 1, Region.WORK, 0, 16, Region.WORK, 0);
    Step copy = new Step(Step.Kind.COPY, -1, Region.WORK, 8, 8, Region.SOURCE, 0);
    assertTrue(conflict(SHAPE, put, take, true));
    assertTrue(conflict(SHAPE, put, take, false));
    assertTrue(conflict(SHAPE, put, copy, true));
    assertFalse(conflict(SHAPE, put, copy, false));
  }
}
