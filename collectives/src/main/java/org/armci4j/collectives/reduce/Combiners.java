package org.armci4j.collectives.reduce;

import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.ElementType;

/** Finds the inner loop for a reduction and a type. */
public final class Combiners {
  private static final boolean VECTORS =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

  private Combiners() {}

  /**
   * The inner loop: the vectorised one where there is one and the module {@code
   * jdk.incubator.vector} is there, as the launcher arranges, else a plain one. C2 does not
   * vectorise a plain loop over two segments.
   *
   * @param builtin what to do
   * @param type of the elements
   * @return the loop, or null where the reduction makes no sense for the type
   */
  public static Combiner find(Builtin builtin, ElementType type) {
    Combiner plain = plain(builtin, type);
    if (plain == null || !VECTORS) {
      return plain;
    }
    Combiner vector = vector(builtin, type);
    return vector == null ? plain : vector;
  }

  static Combiner plain(Builtin builtin, ElementType type) {
    return switch (type) {
      case BYTE -> null;
      case INT -> IntCombiners.find(builtin);
      case LONG -> LongCombiners.find(builtin);
      case FLOAT -> FloatCombiners.find(builtin);
      case DOUBLE -> DoubleCombiners.find(builtin);
      case COMPLEX_FLOAT, COMPLEX_DOUBLE -> ComplexCombiners.find(builtin, type);
      case INDEXED_INT, INDEXED_LONG, INDEXED_FLOAT, INDEXED_DOUBLE ->
          IndexedCombiners.find(builtin, type);
    };
  }

  private static Combiner vector(Builtin builtin, ElementType type) {
    return switch (type) {
      case INT -> IntVectorCombiners.find(builtin);
      case LONG -> LongVectorCombiners.find(builtin);
      case FLOAT -> FloatVectorCombiners.find(builtin);
      case DOUBLE -> DoubleVectorCombiners.find(builtin);
      default -> null;
    };
  }
}
