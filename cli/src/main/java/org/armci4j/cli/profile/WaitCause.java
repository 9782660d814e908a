package org.armci4j.cli.profile;

/** Why a rank has waited. */
enum WaitCause {
  /** For a signal behind data. */
  LATE_SENDER("late sender"),
  /** For a signal without data. */
  LATE_SIGNAL("late signal"),
  /** For the last member in a collective. */
  IMBALANCE("imbalance at a collective"),
  /** For a mutex that another rank holds, or in the queue for it. */
  MUTEX("mutex"),
  /** For the answer to a procedure call. */
  REPLY("reply"),
  /** For transfers to or from a rank, or until they are in place. */
  TRANSFER("transfers and fences"),
  /** For something of which the rank is not known. */
  UNKNOWN("not known for whom");

  private final String label;

  WaitCause(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /** Returns the place of the cause in a list of the times of all. */
  @SuppressWarnings("EnumOrdinal") // the times are in the order of the constants
  int index() {
    return ordinal();
  }
}
