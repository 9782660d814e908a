package org.armci4j.collectives.selection;

/** Names who combines where ranks of one host give their operands through slots. */
public enum CombineForm {
  /** Each rank that wants the result combines all operands for itself. */
  AT_ONCE,
  /** Each rank combines a share and publishes it. */
  SHARES
}
