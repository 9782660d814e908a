package org.armci4j.collectives.algorithm;

/** Names the order in which an algorithm combines the elements of the ranks. */
public enum OperandOrder {
  /** The algorithm does not combine. */
  NONE,
  /** ((x0 ∘ x1) ∘ x2) ∘ …: the order of a single thread. */
  RANK,
  /** The operands stay in the order of the ranks, bracketed in a way that the rank count fixes. */
  BRACKETED,
  /** The operands are permuted, in a way that rank count and length fix. */
  PERMUTED
}
