package org.armci4j.collectives.check;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.error.ArmciException;
import org.armci4j.kernel.Words;

/**
 * The checking mode: before each collective every rank puts a description of its call to every
 * other, and compares what it got. All ranks see the same descriptions, so all refuse or none.
 *
 * <p>There are two sets of descriptions, used in turn, and that is enough without any
 * acknowledgement: a rank that starts exchange k + 2 has finished k + 1, so it has had everyone's
 * signal of k + 1, which each sends only after it has read all of k, the last to use the same set.
 */
public final class CallCheck implements AutoCloseable {
  private static final long RECORD_BYTES = 128;
  private static final long LINE_BYTES = 128;

  /** Offset of the words in a record, behind their length. */
  private static final long WORDS = 4;

  private final Armci armci;
  private final Group group;
  private final int size;
  private final int place;
  private final GlobalMemory memory;
  private final MemorySegment own;
  private final MemorySegment mine;
  private long number;
  private long calls;

  /** The call that is compared, and how many exchanges it has had. */
  private Shape compared;

  private int exchanges;

  /** Collective over the group. */
  public CallCheck(Armci armci, Group group) {
    this.armci = armci;
    this.group = group;
    this.size = group.size();
    this.place = group.rank();
    this.memory = group.allocate(2L * size * (RECORD_BYTES + LINE_BYTES));
    this.own = memory.local();
    this.mine = Arena.ofAuto().allocate(RECORD_BYTES, 8);
  }

  /**
   * Compares a call with those of all other ranks.
   *
   * @param reduction the name of the one that is asked for, or null
   * @param algorithm the name of the one that is forced, or null
   * @throws ArmciException on every rank when two differ
   */
  public void compare(Shape shape, ElementType type, String reduction, String algorithm) {
    begin(shape, type, reduction, algorithm);
    while (!progress()) {
      await();
    }
  }

  /**
   * Tells all other ranks of a call. Behind it {@link #progress} is called until it says that all
   * is well.
   *
   * @param reduction the name of the one that is asked for, or null
   * @param algorithm the name of the one that is forced, or null
   */
  public void begin(Shape shape, ElementType type, String reduction, String algorithm) {
    calls++;
    compared = shape;
    exchanges = 0;
    write(shape, type, reduction, algorithm);
    send(target -> {});
  }

  /**
   * Compares what is here by now.
   *
   * @return true when all has been compared, and fits
   * @throws ArmciException on every rank when two calls differ
   */
  public boolean progress() {
    while (isHere()) {
      exchanges++;
      switch (exchanges) {
        case 1 -> {
          verify();
          if (compared.regular()) {
            return true;
          }
          send(target -> mine.set(JAVA_LONG, 0, compared.givesTo(target)));
        }
        case 2 -> {
          findMisfit();
          send(target -> {});
        }
        default -> {
          requireNoMisfit();
          return true;
        }
      }
    }
    return false;
  }

  /** Returns whether the records of all other ranks are here. */
  private boolean isHere() {
    for (int rank = 0; rank < size; rank++) {
      if (Words.getAcquire(own, signal(rank)) < number) {
        return false;
      }
    }
    return true;
  }

  /** Compares what all ranks have told, in words. */
  private void verify() {
    Map<String, StringBuilder> callers = new LinkedHashMap<>();
    for (int rank = 0; rank < size; rank++) {
      callers
          .computeIfAbsent(read(rank), text -> new StringBuilder())
          .append(' ')
          .append(group.worldRank(rank));
    }
    if (callers.size() > 1) {
      throw different(callers);
    }
  }

  /** Compares what every rank gives to this one with what it expects; all are told next. */
  private void findMisfit() {
    int from = 0;
    while (from < size && own.get(JAVA_LONG, record(from)) == compared.takesFrom(from)) {
      from++;
    }
    mine.set(JAVA_LONG, 8, from);
    if (from < size) {
      mine.set(JAVA_LONG, 16, own.get(JAVA_LONG, record(from)));
      mine.set(JAVA_LONG, 24, compared.takesFrom(from));
    }
  }

  private void requireNoMisfit() {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < size; rank++) {
      long at = record(rank);
      long giver = own.get(JAVA_LONG, at + 8);
      if (giver < size) {
        text.append(
            Text.format(
                " rank %d gives rank %d %d elements, which expects %d;",
                group.worldRank((int) giver),
                group.worldRank(rank),
                own.get(JAVA_LONG, at + 16),
                own.get(JAVA_LONG, at + 24)));
      }
    }
    if (!text.isEmpty()) {
      throw new ArmciException(
          Text.format(
              "collective call %d of %s, %s, does not fit:%s counts of givers and takers must"
                  + " agree",
              calls, group, compared.operation().label(), text));
    }
  }

  private ArmciException different(Map<String, StringBuilder> callers) {
    StringBuilder text =
        new StringBuilder(Text.format("collective call %d of %s differs:", calls, group));
    callers.forEach(
        (call, ranks) ->
            text.append(" rank").append(ranks).append(" called ").append(call).append(';'));
    return new ArmciException(text + " all ranks must make the same calls in the same order");
  }

  /** Writes what this rank calls, in words. */
  private void write(Shape shape, ElementType type, String reduction, String algorithm) {
    byte[] bytes = describe(shape, type, reduction, algorithm).getBytes(StandardCharsets.UTF_8);
    int length = (int) Math.min(bytes.length, RECORD_BYTES - WORDS);
    mine.set(JAVA_INT, 0, length);
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, mine, WORDS, length);
  }

  private static String describe(
      Shape shape, ElementType type, String reduction, String algorithm) {
    Operation operation = shape.operation();
    StringBuilder text = new StringBuilder(operation.label());
    if (operation != Operation.BARRIER) {
      text.append('(').append(count(shape)).append(' ');
      text.append(type.name().toLowerCase(Locale.ROOT));
      if (reduction != null) {
        text.append(", ").append(reduction);
      }
      if (operation.isRooted()) {
        text.append(", root ").append(shape.root());
      }
      text.append(')');
    }
    return algorithm == null ? text.toString() : text.append(" by ").append(algorithm).toString();
  }

  /** Returns the lengths, as far as they must be the same on all ranks. */
  private static String count(Shape shape) {
    if (shape.regular()) {
      return Long.toString(shape.count());
    }
    return switch (shape.operation()) {
      case ALLGATHER -> "in parts, hash " + Arrays.hashCode(shape.take().counts());
      case REDUCE_SCATTER -> "in parts, hash " + Arrays.hashCode(shape.give().counts());
      default -> "in parts";
    };
  }

  /**
   * Puts the record to everyone.
   *
   * @param prepare completes it for a target
   */
  private void send(IntConsumer prepare) {
    number++;
    for (int step = 0; step < size; step++) {
      int target = (place + step) % size;
      prepare.accept(target);
      armci.putSignal(
          mine,
          0,
          memory,
          group.worldRank(target),
          record(place),
          RECORD_BYTES,
          memory,
          signal(place),
          number);
    }
  }

  private void await() {
    for (int rank = 0; rank < size; rank++) {
      group.waitUntil(memory, signal(rank), Comparison.GE, number);
    }
  }

  private long record(int rank) {
    return ((number & 1) * size + rank) * RECORD_BYTES;
  }

  private long signal(int rank) {
    return 2L * size * RECORD_BYTES + ((number & 1) * size + rank) * LINE_BYTES;
  }

  /** Returns the call of a rank in words. */
  private String read(int rank) {
    byte[] words = new byte[own.get(JAVA_INT, record(rank))];
    MemorySegment.copy(own, record(rank) + WORDS, MemorySegment.ofArray(words), 0, words.length);
    return new String(words, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    group.freeLater(memory);
  }
}
