package org.armci4j.bootstrap;

import java.util.Arrays;
import org.armci4j.bootstrap.text.Text;

/** What every {@linkplain Bootstrap#exchange exchange} demands of its arguments. */
public final class ExchangeArguments {
  /** The most characters of a key. */
  private static final int KEY_LIMIT = 1024;

  private ExchangeArguments() {}

  /**
   * Checks what a rank asks for: {@code members} are different ranks of the job with {@code rank}
   * among them, and {@code key} is no longer than it may be.
   *
   * @throws IllegalArgumentException when they are not
   */
  public static void check(String key, int[] members, int rank, int size) {
    checkKey(key);
    boolean[] seen = new boolean[size];
    for (int member : members) {
      if (member < 0 || member >= size) {
        throw new IllegalArgumentException(
            Text.format("exchange '%s': member %d is no rank of a job of %d", key, member, size));
      }
      if (seen[member]) {
        throw new IllegalArgumentException(
            Text.format("exchange '%s': member %d is named twice", key, member));
      }
      seen[member] = true;
    }
    if (!seen[rank]) {
      throw new IllegalArgumentException(
          Text.format(
              "exchange '%s': rank %d is not among the members %s",
              key, rank, Arrays.toString(members)));
    }
  }

  /**
   * Checks that {@code key}, or the beginning of keys, is no longer than it may be.
   *
   * @throws IllegalArgumentException when it is, or is empty
   */
  public static void checkKey(String key) {
    if (key.isEmpty() || key.length() > KEY_LIMIT) {
      throw new IllegalArgumentException(
          Text.format("an exchange's key has 1 to %d characters, not %d", KEY_LIMIT, key.length()));
    }
  }
}
