package org.armci4j.profile.recording;

/** What one rank has to do with words of memory: how long it waits for them, and its signals. */
final class AwaitedWords {
  private static final int PLAIN = 0;
  private static final int BEHIND_DATA = 1;

  private final BlockAddresses blocks = new BlockAddresses();

  /** Nanoseconds of waits for words of this rank's own blocks. */
  private final WordSums waits = new WordSums(1);

  /** Number of signals to words of all ranks: plain ones, and those behind data. */
  private final WordSums signals = new WordSums(2);

  BlockAddresses blocks() {
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
