package org.armci4j.collectives.selection;

/** Names the forms of a call of ranks on several hosts, several of them on some. */
public enum LevelForm {
  /** The leaders carry all between hosts. */
  LEADERS,
  /** Each column carries its share. */
  COLUMNS,
  /** What has been combined goes on from host to host. */
  CHAIN,
  /** All operands are brought to all ranks. */
  GATHERED
}
