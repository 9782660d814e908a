package org.armci4j.profile.recording;

/**
 * What an operation or a wait has to do with a word of memory, or which call of a collective it is.
 *
 * @param role what it does with the word
 * @param word key of the word, the same on all ranks; 0 if it is not known
 * @param value what a signal sets or adds, with what a wait compares, or the number of the call
 */
record WordEvent(WordRole role, long word, long value) {
  static final WordEvent NONE = new WordEvent(WordRole.NONE, 0, 0);

  /** Returns what names a call of a collective on all its ranks. */
  static WordEvent call(CollectiveRecord calls, long number) {
    return new WordEvent(WordRole.CALL, calls.kind().key(), number);
  }
}
