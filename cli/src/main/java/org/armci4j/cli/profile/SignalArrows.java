package org.armci4j.cli.profile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.armci4j.profile.recording.RankTrace;
import org.armci4j.profile.recording.WordRole;

/**
 * Finds the signal that has ended each wait for a word. Where a word has only risen, it is the
 * first signal by which the word was high enough. Else it is the first of those that would end the
 * wait and that were given during the wait, or the last before it, as a network may take its time.
 *
 * <p>A store by the word's owner is in no trace. It shows in a wait for no more than an earlier
 * wait had seen, if the signals since then would have ended it alone: then the owner has reset the
 * word to 0 when the earlier wait had ended.
 */
final class SignalArrows {
  /** Signals before a wait that are looked at. */
  private static final int MOST_EARLIER = 100;

  private final HostClocks clocks;
  private final Map<Long, Word> words = new HashMap<>();

  /** Whether spans were dropped, so that what a word was before is not known. */
  private boolean lacksSome;

  SignalArrows(HostClocks clocks) {
    this.clocks = clocks;
  }

  /** A span of a thread, by the common clock. */
  record TracedEnd(int rank, int row, long start, long end, WordRole role, long value) {
    /** Returns whether it waits until the word is high enough. */
    boolean isForMore() {
      return role == WordRole.GE || role == WordRole.GT;
    }

    /** Returns the least word that ends such a wait. */
    long least() {
      return role == WordRole.GE ? value : value + 1;
    }

    /** Returns what a word is after this signal. */
    long after(long before) {
      return role == WordRole.SET ? value : before + value;
    }
  }

  private static final class Word {
    private final List<TracedEnd> waits = new ArrayList<>();
    private final List<TracedEnd> signals = new ArrayList<>();

    /** What the word was after each signal. */
    private long[] levels;

    private boolean rises;

    /** Returns when the earlier one ended of each two waits between which the word has fallen. */
    private Deque<Long> resets() {
      Deque<Long> resets = new ArrayDeque<>();
      TracedEnd highest = null;
      Since since = new Since(0);
      for (TracedEnd wait : waits) {
        if (!wait.isForMore()) {
          continue;
        }
        boolean isLater = highest != null && wait.start() - highest.end() >= 0;
        boolean isReset = isLater && wait.least() <= highest.least() && since.reaches(wait);
        if (isReset) {
          resets.add(highest.end());
        }
        if (isReset || highest == null || wait.least() > highest.least()) {
          highest = wait;
          since = new Since(wait.end());
        }
      }
      return resets;
    }

    private int firstSince(long time) {
      int low = 0;
      int high = signals.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (signals.get(middle).start() - time < 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    /** What the word would be if it had been 0 at a time. */
    private final class Since {
      private int next;
      private long level;
      private long highest;

      Since(long time) {
        next = firstSince(time);
      }

      /** Returns whether the signals since then would have ended a wait, which ends no sooner. */
      boolean reaches(TracedEnd wait) {
        while (next < signals.size() && signals.get(next).start() - wait.end() <= 0) {
          level = signals.get(next++).after(level);
          highest = Math.max(highest, level);
        }
        return highest >= wait.least();
      }
    }

    void order() {
      signals.sort(Comparator.comparingLong(TracedEnd::start));
      waits.sort(Comparator.comparingLong(TracedEnd::start));
      Deque<Long> resets = resets();
      levels = new long[signals.size()];
      long level = 0;
      rises = resets.isEmpty();
      for (int i = 0; i < levels.length; i++) {
        TracedEnd signal = signals.get(i);
        while (!resets.isEmpty() && signal.start() - resets.peek() >= 0) {
          resets.remove();
          level = 0;
        }
        long before = level;
        level = signal.after(level);
        levels[i] = level;
        rises &= level >= before;
      }
    }
  }

  /** Adds the waits of a rank; all ranks' waits come before all signals. */
  void addWaits(RankTrace trace) {
    for (int row = 0; row < trace.threads().length; row++) {
      RankTrace.ThreadTrace thread = trace.threads()[row];
      lacksSome |= thread.dropped() > 0;
      for (int i = 0; i < thread.roles().length; i++) {
        if (thread.roles()[i].isWait() && thread.words()[i] != 0) {
          words.computeIfAbsent(thread.words()[i], _ -> new Word()).waits.add(end(trace, row, i));
        }
      }
    }
  }

  /** Adds the signals of a rank to words that somebody has waited for. */
  void addSignals(RankTrace trace) {
    for (int row = 0; row < trace.threads().length; row++) {
      RankTrace.ThreadTrace thread = trace.threads()[row];
      for (int i = 0; i < thread.roles().length; i++) {
        Word word = thread.roles()[i].isSignal() ? words.get(thread.words()[i]) : null;
        if (word != null) {
          word.signals.add(end(trace, row, i));
        }
      }
    }
  }

  private TracedEnd end(RankTrace trace, int row, int span) {
    RankTrace.ThreadTrace thread = trace.threads()[row];
    long start = clocks.common(trace.host(), thread.starts()[span]);
    return new TracedEnd(
        trace.rank(),
        row,
        start,
        start + thread.nanos()[span],
        thread.roles()[span],
        thread.values()[span]);
  }

  /** Hands over each signal and the wait that it has ended. */
  void forEach(BiConsumer<TracedEnd, TracedEnd> receiver) {
    for (Word word : words.values()) {
      word.order();
      for (TracedEnd wait : word.waits) {
        int found = word.rises && !lacksSome ? firstHighEnough(word, wait) : nearest(word, wait);
        if (found >= 0) {
          receiver.accept(word.signals.get(found), wait);
        }
      }
    }
  }

  private int firstHighEnough(Word word, TracedEnd wait) {
    if (!wait.isForMore()) {
      return nearest(word, wait);
    }
    int low = 0;
    int high = word.levels.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (wait.role().ends(word.levels[middle], wait.value())) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low < word.levels.length && isBefore(word.signals.get(low), wait) ? low : -1;
  }

  private boolean isBefore(TracedEnd signal, TracedEnd wait) {
    return signal.start() - wait.end() <= clocks.errorNanos();
  }

  private int nearest(Word word, TracedEnd wait) {
    int last = lastBefore(word, wait);
    int found = -1;
    for (int i = last; i >= 0 && last - i < MOST_EARLIER; i--) {
      boolean isDuring = wait.start() - word.signals.get(i).end() <= clocks.errorNanos();
      if (!isDuring && found >= 0) {
        return found;
      }
      if (mayEnd(word, i, wait)) {
        found = i;
        if (!isDuring) {
          return found;
        }
      }
    }
    return found;
  }

  private boolean mayEnd(Word word, int signal, TracedEnd wait) {
    boolean isSum = word.signals.get(signal).role() == WordRole.ADD;
    return (isSum && lacksSome) || wait.role().ends(word.levels[signal], wait.value());
  }

  private int lastBefore(Word word, TracedEnd wait) {
    int low = 0;
    int high = word.signals.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isBefore(word.signals.get(middle), wait)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
