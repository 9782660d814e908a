package org.armci4j.profile.recording;

/** What one rank has to do with words of memory: how long it waits for them, and its signals. */
final class RankWords {
  private static final int PLAIN = 0;
  private static final int BEHIND_DATA = 1;

  private final OwnBlocks blocks = new OwnBlocks();

  /** Nanoseconds of waits for words of this rank's own blocks. */
  private final WordTable waits = new WordTable(1);

  /** Number of signals to words of all ranks: plain ones, and those behind data. */
  private final WordTable signals = new WordTable(2);

  OwnBlocks blocks() {
    return blocks;
  }

  void addWait(long word, long nanos) {
    waits.add(word, 0, nanos);
  }

  void addSignal(long word, boolean behindData) {
    signals.add(word, behindData ? BEHIND_DATA : PLAIN, 1);
  }

  WordProfile profile() {
    return new WordProfile(waits.rows(), signals.rows());
  }
}
