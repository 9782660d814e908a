package org.armci4j.transport.verbs.key;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * The keys of one other rank's memory, by their number at its first rail: what requests carry that
 * were made for that rail, and have to go by another one.
 *
 * <p>A key is closed when no later call uses it, but requests may be under way that do. So it stays
 * known until more have been closed behind it than there can be such requests.
 */
public final class RemoteKeys {
  /** A key, and how often it is imported. */
  private static final class Known {
    private VerbsRemoteKey key;
    private int uses;
  }

  private final int keptClosed;
  private final Map<Integer, Known> known = new HashMap<>();
  private final Queue<Integer> closed = new ArrayDeque<>();

  /**
   * @param keptClosed how many closed ones are kept
   */
  public RemoteKeys(int keptClosed) {
    this.keptClosed = keptClosed;
  }

  /** Imports what the owner's registration gave. */
  public synchronized VerbsRemoteKey add(byte[] bytes) {
    VerbsRemoteKey key = VerbsRemoteKey.decode(bytes);
    Known entry = known.computeIfAbsent(key.value(), _ -> new Known());
    entry.key = key; // the latest: numbers are used again for other memory
    entry.uses++;
    return key.closing(() -> close(key.value()));
  }

  private synchronized void close(int value) {
    known.get(value).uses--;
    closed.add(value);
    if (closed.size() > keptClosed) {
      int oldest = closed.remove();
      Known entry = known.get(oldest);
      if (entry != null && entry.uses == 0 && !closed.contains(oldest)) {
        known.remove(oldest);
      }
    }
  }

  /**
   * The same key at another rail.
   *
   * @param first its number at the first rail
   * @throws ArmciException when it is not known
   */
  public synchronized int at(int first, int rail) {
    Known entry = known.get(first);
    if (entry == null) {
      throw new ArmciException(Text.format("the memory of key %d is not known any more", first));
    }
    return entry.key.at(rail);
  }
}
