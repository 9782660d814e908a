package org.armci4j.bootstrap;

import java.util.Arrays;
import org.armci4j.bootstrap.text.Text;

/** Checks the arguments of {@linkplain Bootstrap#exchange exchanges}. */
public final class ExchangeArguments {
  /** Largest number of characters in a key. */
  private static final int KEY_LIMIT = 1024;

  private ExchangeArguments() {}

  /**
   * Checks that {@code members} are different ranks of the job with {@code rank} among them, and
   * that {@code key} has a permitted length.
   *
   * @throws IllegalArgumentException when a check fails
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
   * Checks that {@code key}, or a folder of keys, has a permitted length.
   *
   * @throws IllegalArgumentException when it is too long or empty
   */
  public static void checkKey(String key) {
    if (key.isEmpty() || key.length() > KEY_LIMIT) {
      throw new IllegalArgumentException(
          Text.format("an exchange's key has 1 to %d characters, not %d", KEY_LIMIT, key.length()));
    }
  }
}
