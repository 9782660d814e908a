package org.armci4j.call;

import java.util.Arrays;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Holds the procedures of one rank by number, in an array that is replaced as a whole and read
 * without a lock.
 */
final class Procedures {
  static final int LIMIT = 1 << 16;

  private volatile Procedure[] procedures = {};

  /** Throws if a number is out of the range of procedure numbers. */
  static void requireNumber(String operation, int number) {
    if (number < 0 || number >= LIMIT) {
      throw new ArmciException(
          Text.format("%s: procedure %d; numbers are 0 to %d", operation, number, LIMIT - 1));
    }
  }

  synchronized void register(String operation, int number, Procedure procedure) {
    requireNumber(operation, number);
    if (find(number) != null) {
      throw new ArmciException(
          Text.format(
              "%s: procedure %d is registered already; unregister it first", operation, number));
    }
    replace(number, procedure);
  }

  synchronized void unregister(int number) {
    if (find(number) == null) {
      throw new ArmciException(Text.format("unregister: there is no procedure %d", number));
    }
    replace(number, null);
  }

  private void replace(int number, Procedure procedure) {
    Procedure[] next = Arrays.copyOf(procedures, Math.max(procedures.length, number + 1));
    next[number] = procedure;
    procedures = next;
  }

  /** Returns the procedure of a number, or null. */
  Procedure find(int number) {
    Procedure[] all = procedures;
    return number >= 0 && number < all.length ? all[number] : null;
  }
}
