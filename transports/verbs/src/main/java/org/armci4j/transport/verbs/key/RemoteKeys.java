package org.armci4j.transport.verbs.key;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Holds the keys of one other rank's memory, by their number at its first rail. Requests that were
 * made for that rail carry this number, and may have to go by another rail.
 *
 * <p>A key is closed when no later call uses it, but requests under way may. So it stays known
 * until more keys have been closed after it than there can be such requests.
 */
public final class RemoteKeys {
  /** Holds a key, and how often it is imported. */
  private static final class Known {
    private VerbsRemoteKey key;
    private int uses;
  }

  private final int keptClosed;
  private final Map<Integer, Known> known = new HashMap<>();
  private final Queue<Integer> closed = new ArrayDeque<>();

  /**
   * @param keptClosed number of closed keys to keep
   */
  public RemoteKeys(int keptClosed) {
    this.keptClosed = keptClosed;
  }

  /** Imports the bytes that the owner's registration gave. */
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
   * Returns the number of a key at another rail.
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
