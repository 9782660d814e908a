package org.armci4j.collectives.reduce;

import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.ElementType;

/** Finds the inner loop for a reduction and a type. */
public final class Kernels {
  private static final boolean VECTORS =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

  private Kernels() {}

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
      case INT -> IntKernels.find(builtin);
      case LONG -> LongKernels.find(builtin);
      case FLOAT -> FloatKernels.find(builtin);
      case DOUBLE -> DoubleKernels.find(builtin);
      case COMPLEX_FLOAT, COMPLEX_DOUBLE -> ComplexKernels.find(builtin, type);
      case INDEXED_INT, INDEXED_LONG, INDEXED_FLOAT, INDEXED_DOUBLE ->
          IndexedKernels.find(builtin, type);
    };
  }

  private static Combiner vector(Builtin builtin, ElementType type) {
    return switch (type) {
      case INT -> IntVectorKernels.find(builtin);
      case LONG -> LongVectorKernels.find(builtin);
      case FLOAT -> FloatVectorKernels.find(builtin);
      case DOUBLE -> DoubleVectorKernels.find(builtin);
      default -> null;
    };
  }
}
