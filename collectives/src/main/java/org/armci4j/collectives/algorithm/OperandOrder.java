package org.armci4j.collectives.algorithm;

/** In which order an algorithm combines the elements of the ranks. */
public enum OperandOrder {
  /** It does not combine. */
  NONE,
  /** ((x0 ∘ x1) ∘ x2) ∘ …: what one thread would do. */
  RANK,
  /** The operands stay in the order of the ranks, bracketed in a way that the rank count fixes. */
  BRACKETED,
  /** The operands are permuted, in a way that rank count and length fix. */
  PERMUTED
}
