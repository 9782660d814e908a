package org.armci4j.lab.simulator.play;

import java.util.Arrays;

/**
 * Keeps the messages that are not yet received, by sender, receiver and lane, in the order of each
 * lane; and the receivers that wait for a message. It is a hash table with open addressing over
 * words, as it may hold a million messages at a time.
 */
final class Mailboxes {
  private static final int NONE = -1;
  private static final long EMPTY = 0;
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  private final long ranks;
  private long[] keys = new long[1 << 10];

  /** The oldest message of each key, or {@link #NONE} if its receiver waits for one. */
  private int[] heads = new int[1 << 10];

  private int used;

  private double[] firsts = new double[1 << 10];
  private double[] lasts = new double[1 << 10];
  private int[] nexts = new int[1 << 10];
  private int free = NONE;
  private int made;

  Mailboxes(int ranks) {
    this.ranks = ranks;
  }

  private long key(int from, int to, int lane) {
    return ((long) to * ranks + from) * 3 + lane + 1;
  }

  /**
   * Adds a message.
   *
   * @param first arrival of its first piece
   * @param last arrival of its last piece
   * @return whether the receiver waits for the message
   */
  boolean put(int from, int to, int lane, double first, double last) {
    int message = message(first, last);
    long key = key(from, to, lane);
    int place = place(key);
    if (keys[place] == EMPTY) {
      insert(place, key, message);
      return false;
    }
    boolean awaited = heads[place] == NONE;
    if (awaited) {
      heads[place] = message;
    } else {
      append(heads[place], message);
    }
    return awaited;
  }

  /**
   * Returns whether a message is here. If not, the next {@link #put} returns that it is awaited.
   */
  boolean isHereOrAwait(int from, int to, int lane) {
    long key = key(from, to, lane);
    int place = place(key);
    if (keys[place] == key) {
      return true;
    }
    insert(place, key, NONE);
    return false;
  }

  /** Removes the oldest message, which must be here. Its number is valid until {@link #drop}. */
  int take(int from, int to, int lane) {
    int place = place(key(from, to, lane));
    int message = heads[place];
    if (nexts[message] == NONE) {
      remove(place);
    } else {
      heads[place] = nexts[message];
    }
    return message;
  }

  double first(int message) {
    return firsts[message];
  }

  double last(int message) {
    return lasts[message];
  }

  void drop(int message) {
    nexts[message] = free;
    free = message;
  }

  private int message(double first, double last) {
    int message = free;
    if (message != NONE) {
      free = nexts[message];
    } else {
      message = made++;
      if (made > nexts.length) {
        firsts = Arrays.copyOf(firsts, 2 * message);
        lasts = Arrays.copyOf(lasts, 2 * message);
        nexts = Arrays.copyOf(nexts, 2 * message);
      }
    }
    firsts[message] = first;
    lasts[message] = last;
    nexts[message] = NONE;
    return message;
  }

  private void append(int head, int message) {
    int last = head;
    while (nexts[last] != NONE) {
      last = nexts[last];
    }
    nexts[last] = message;
  }

  private int home(long key) {
    return (int) ((key * SPREAD) >>> 32) & (keys.length - 1);
  }

  /** Returns the place of a key, or the place to insert it. */
  private int place(long key) {
    int place = home(key);
    while (keys[place] != EMPTY && keys[place] != key) {
      place = place + 1 & keys.length - 1;
    }
    return place;
  }

  private void insert(int place, long key, int head) {
    keys[place] = key;
    heads[place] = head;
    if (++used * 2 > keys.length) {
      grow();
    }
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldHeads = heads;
    keys = new long[2 * oldKeys.length];
    heads = new int[2 * oldKeys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != EMPTY) {
        int place = place(oldKeys[i]);
        keys[place] = oldKeys[i];
        heads[place] = oldHeads[i];
      }
    }
  }

  /** Removes a key and closes the gap, as a search ends at the first empty place. */
  private void remove(int place) {
    int mask = keys.length - 1;
    int gap = place;
    for (int next = gap + 1 & mask; keys[next] != EMPTY; next = next + 1 & mask) {
      if ((next - home(keys[next]) & mask) >= (next - gap & mask)) {
        keys[gap] = keys[next];
        heads[gap] = heads[next];
        gap = next;
      }
    }
    keys[gap] = EMPTY;
    used--;
  }
}
