package org.armci4j.arrays;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.Handle;

/**
 * A tile of a walk: the same elements of all sections. Those that this rank does not own are
 * copied, and the copies may be under way while another tile is read.
 *
 * @param <V> the type of views of the elements
 */
final class SectionTile<V extends BlockView> {
  private final Armci armci;
  private final List<SectionOperand<?, V>> operands;

  /** Tracks the copies; null before the first ones. */
  private Handle handle;

  private Patch patch;

  SectionTile(Armci armci, List<SectionOperand<?, V>> operands) {
    this.armci = armci;
    this.operands = operands;
  }

  /** Returns a tile for other elements of the same sections. */
  SectionTile<V> another() {
    List<SectionOperand<?, V>> others = new ArrayList<>();
    operands.forEach(operand -> others.add(new SectionOperand<>(operand)));
    return new SectionTile<>(armci, others);
  }

  /** Returns whether some elements of a part must be copied. */
  boolean isCopied(Patch part) {
    return operands.stream().anyMatch(operand -> operand.isCopied(part));
  }

  /** Begins to copy what must be copied. */
  void start(Patch part, Patch tile) {
    patch = tile;
    if (handle == null && isCopied(part)) {
      handle = armci.newHandle();
    }
    for (SectionOperand<?, V> operand : operands) {
      operand.start(part, tile, handle);
    }
  }

  /** Waits for the copies. */
  void await() {
    if (handle != null) {
      handle.await();
    }
  }

  Patch patch() {
    return patch;
  }

  SectionOperand<?, V> operand(int section) {
    return operands.get(section);
  }

  /** Returns the first dimension from which on the elements of all sections have no gaps. */
  int denseFrom() {
    int outer = 0;
    for (SectionOperand<?, V> operand : operands) {
      outer = Math.max(outer, operand.denseFrom());
    }
    return outer;
  }
}
