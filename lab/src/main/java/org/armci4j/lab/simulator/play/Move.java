package org.armci4j.lab.simulator.play;

import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.schedule.Region;
import org.armci4j.collectives.schedule.Step;

/**
 * Packs a step into a word, so that the schedules of a million ranks fit into memory. From the
 * lowest bit:
 *
 * <pre>
 * kind : 4 | last of its round : 1 | peer : 27 | size in bytes : 32
 * </pre>
 */
final class Move {
  static final int PUT = 0;
  static final int TAKE = 1;
  static final int TAKE_COMBINING = 2;
  static final int WRITE = 3;
  static final int WRITE_BUFFER = 4;
  static final int SEE = 5;
  static final int SEE_BUFFER = 6;
  static final int DEPOSIT = 7;
  static final int READ = 8;
  static final int SETTLE = 9;
  static final int COPY = 10;
  static final int COMBINE = 11;

  /** A step without time. */
  static final int NOTHING = 12;

  /** Limit of ranks that a word can name. */
  static final int MAX_RANKS = 1 << 27;

  private static final int KIND_MASK = 0xf;
  private static final long LAST = 1 << 4;
  private static final int PEER_SHIFT = 5;
  private static final int SIZE_SHIFT = 32;

  private Move() {}

  static long of(Step step, boolean last) {
    if (step.sizeBytes() >>> SIZE_SHIFT != 0) {
      throw new IllegalArgumentException(
          Text.format(
              "a step of %d bytes: simulated steps have less than 4 GiB; give fewer --bytes",
              step.sizeBytes()));
    }
    long peer = Math.max(0, step.peer());
    return kind(step) | (last ? LAST : 0) | peer << PEER_SHIFT | step.sizeBytes() << SIZE_SHIFT;
  }

  private static int kind(Step step) {
    boolean buffer = step.region() == Region.BUFFER;
    return switch (step.kind()) {
      case PUT -> PUT;
      case TAKE -> TAKE;
      case TAKE_LEFT, TAKE_RIGHT -> TAKE_COMBINING;
      case WRITE -> buffer ? WRITE_BUFFER : WRITE;
      case WRITTEN -> buffer ? SEE_BUFFER : SEE;
      case DEPOSIT -> DEPOSIT;
      case READ -> READ;
      case SETTLE -> SETTLE;
      case COPY -> COPY;
      case COMBINE -> COMBINE;
      case DEPOSITED, LEND -> NOTHING;
    };
  }

  static int kind(long move) {
    return (int) move & KIND_MASK;
  }

  static boolean isLast(long move) {
    return (move & LAST) != 0;
  }

  static int peer(long move) {
    return (int) (move >>> PEER_SHIFT) & (MAX_RANKS - 1);
  }

  static long sizeBytes(long move) {
    return move >>> SIZE_SHIFT;
  }

  /** Returns whether a kind waits for a message. */
  static boolean receives(int kind) {
    return kind == TAKE || kind == TAKE_COMBINING || kind == SEE || kind == SEE_BUFFER;
  }

  /**
   * Returns the lane of a kind's messages. Only messages of one lane between two ranks keep their
   * order.
   */
  static int lane(int kind) {
    return switch (kind) {
      case PUT, TAKE, TAKE_COMBINING -> 0;
      case WRITE, SEE -> 1;
      default -> 2;
    };
  }
}
