package org.armci4j.collectives.selection;

/** Names the ways of data between ranks of one host. */
public enum CopyForm {
  /** Through the slots. */
  SLOTS,
  /** Tried at first use: begins through the slots and goes on as the faster form. */
  SLOTS_UNTIL_TRIED,
  /** Tried at first use: begins from buffer to buffer and goes on as the faster form. */
  BUFFERS_UNTIL_TRIED,
  /** From buffer to buffer where these are in reach, else through the slots. */
  BUFFERS;

  /** Returns whether the ranks look for each other's buffers before any trial. */
  public boolean looksForBuffers() {
    return this == BUFFERS || this == BUFFERS_UNTIL_TRIED;
  }

  /** Returns whether the program's own calls try both forms. */
  public boolean isTried() {
    return this == SLOTS_UNTIL_TRIED || this == BUFFERS_UNTIL_TRIED;
  }
}
