package org.armci4j.cli.profile;

import org.armci4j.profile.recording.Activity;

/** What a picture tells apart in a rank's time; the names are classes of the style sheet. */
enum TimeKind {
  /** The program itself. */
  OWN("own", "elsewhere"),
  /** Transfers. */
  TRANSFER("transfer", "transfers"),
  /** Waits of every kind. */
  WAIT("wait", "waits"),
  /** Collectives. */
  COLLECTIVE("collective", "collectives");

  private final String style;
  private final String label;

  TimeKind(String style, String label) {
    this.style = style;
    this.label = label;
  }

  static TimeKind of(Activity activity) {
    return switch (activity) {
      case TRANSFER -> TRANSFER;
      case COLLECTIVE -> COLLECTIVE;
      case COMPLETION, FENCE, SIGNAL, MUTEX, REPLY, OTHER_WAIT -> WAIT;
    };
  }

  String style() {
    return style;
  }

  String label() {
    return label;
  }

  /** Returns the place of the kind in a list of the times of all. */
  @SuppressWarnings("EnumOrdinal") // the times are in the order of the constants
  int index() {
    return ordinal();
  }
}
