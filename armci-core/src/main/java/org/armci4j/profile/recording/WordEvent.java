package org.armci4j.profile.recording;

/**
 * What an operation or a wait has to do with a word of memory.
 *
 * @param role what it does with the word
 * @param word key of the word, the same on all ranks; 0 if it is not known
 * @param value what a signal sets or adds, or with what a wait compares
 */
record WordEvent(WordRole role, long word, long value) {
  static final WordEvent NONE = new WordEvent(WordRole.NONE, 0, 0);
}
