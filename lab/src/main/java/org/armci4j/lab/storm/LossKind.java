package org.armci4j.lab.storm;

/** Names the ways in which a job that goes on without failed ranks loses some of them. */
enum LossKind {
  KILLED("SIGKILL to a rank", 1),
  STOPPED("SIGSTOP to a rank", 1),
  TWO_KILLED("SIGKILL to two ranks at once", 2),
  SECOND_KILLED("SIGKILL to a second one as the others recover", 2),

  /** All ranks of a host, which stays cut off. */
  HOST_CUT("the link of a host down", 0);

  private final String words;
  private final int victims;

  LossKind(String words, int victims) {
    this.words = words;
    this.victims = victims;
  }

  /** Returns the name of the row in the table. */
  String words() {
    return words;
  }

  /** Returns how many ranks get a signal. */
  int victims() {
    return victims;
  }
}
