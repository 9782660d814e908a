package org.armci4j.kernel.loops;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.EnumMap;
import java.util.Map;
import org.armci4j.kernel.ExactClasses;

/** The loops of this JVM: all plain, or vectorised where the Vector API is within reach. */
final class LoopTable {
  static final LoopTable PLAIN = new LoopTable(LoopForm.PLAIN);

  /** Vectors at any length, for operators that have them; for a JVM that has the Vector API. */
  static final LoopTable VECTORS = new LoopTable(LoopForm.VECTORS);

  static final LoopTable CHOSEN =
      VectorModule.isWithinReach() ? new LoopTable(LoopForm.BY_LENGTH) : PLAIN;

  private enum LoopForm {
    PLAIN,
    VECTORS,
    BY_LENGTH
  }

  private final Map<Element, Map<Operator, ExactClasses<Loops>>> loops =
      new EnumMap<>(Element.class);

  private LoopTable(LoopForm form) {
    for (Element element : Element.values()) {
      Map<Operator, ExactClasses<Loops>> own = new EnumMap<>(Operator.class);
      for (Operator operator : Operator.values()) {
        if (operator.takes(element)) {
          own.put(operator, loops(element, operator, form));
        }
      }
      loops.put(element, own);
    }
  }

  ExactClasses<Loops> find(Element element, Operator operator) {
    return loops.get(element).get(operator);
  }

  /** Defines the loops of an operator. Complex sums add the parts as separate numbers. */
  private static ExactClasses<Loops> loops(Element element, Operator operator, LoopForm form) {
    boolean byParts = element.isComplex() && operator == Operator.SUM;
    return new ExactClasses<>(
        Loops.class,
        template(element, operator, form),
        MethodHandles.lookup(),
        byParts ? element.part() : element,
        operator);
  }

  private static Class<? extends Loops> template(
      Element element, Operator operator, LoopForm form) {
    if (element.isIndexed()) {
      return IndexedLoops.class;
    }
    boolean inPairs = element.isComplex() && operator != Operator.SUM;
    if (form == LoopForm.PLAIN || !hasVectors(inPairs, operator)) {
      return inPairs ? PlainComplexLoops.class : PlainLoops.class;
    }
    if (form == LoopForm.BY_LENGTH) {
      return SizedLoops.class;
    }
    return inPairs ? VectorComplexLoops.class : VectorLoops.class;
  }

  private static boolean hasVectors(boolean inPairs, Operator operator) {
    return switch (operator) {
      case SCALED_SUM -> true;
      case SUM, PRODUCT, MIN, MAX, BITWISE_AND, BITWISE_OR, BITWISE_XOR -> !inPairs;
      default -> false;
    };
  }

  /**
   * Returns the loops by vectors once they are compiled and faster than the plain ones, usually
   * within a second; null if they do not become so. Before the JIT has compiled them, loops by
   * vectors take some fifty times as long. Of mapped files nothing is known here that could be
   * combined, so theirs are returned as they are.
   *
   * @param from class of the segments to read; gives vectors
   * @param to class of the segments to write; gives vectors
   */
  static Loops warm(Element element, Operator operator, Class<?> from, Class<?> to) {
    if (!VectorModule.load(LoopTable.class.getModule())) {
      return null;
    }
    Loops plain = PLAIN.find(element, operator).of(from, to);
    Loops vectors = VECTORS.find(element, operator).of(from, to);
    MemorySegment terms = room(from, element);
    MemorySegment sums = room(to, element);
    if (terms.getClass() != from || sums.getClass() != to) {
      return vectors;
    }
    LoopRound round = new LoopRound(element, operator, terms, sums);
    return VectorWarmUp.succeeds(() -> round.run(plain), () -> round.run(vectors)) ? vectors : null;
  }

  private static MemorySegment room(Class<?> memory, Element element) {
    return isNative(memory)
        ? Arena.ofAuto().allocate(LoopRound.ROOM_BYTES, Long.BYTES)
        : array(element, LoopRound.ROOM_BYTES);
  }

  /**
   * Returns whether vectors can be read from segments of a class: native memory, or arrays of the
   * vectors' own element type. From other arrays C2 reads no vectors (5 times slower than a plain
   * loop).
   */
  static boolean givesVectors(Class<?> source, Element element) {
    return isNative(source) || array(element, 0).getClass() == source;
  }

  /** Returns an array whose elements are the parts of such elements. */
  private static MemorySegment array(Element element, int sizeBytes) {
    return switch (element.part()) {
      case INT -> MemorySegment.ofArray(new int[sizeBytes / Integer.BYTES]);
      case LONG -> MemorySegment.ofArray(new long[sizeBytes / Long.BYTES]);
      case FLOAT -> MemorySegment.ofArray(new float[sizeBytes / Float.BYTES]);
      default -> MemorySegment.ofArray(new double[sizeBytes / Double.BYTES]);
    };
  }

  static boolean isNative(Class<?> segment) {
    return MemorySegment.NULL.getClass().isAssignableFrom(segment);
  }
}
