package org.armci4j.call;

import java.util.Arrays;
import org.armci4j.ArmciException;

/** The handlers of one rank by number: an array, replaced as a whole, read without a lock. */
final class Procedures {
  static final int LIMIT = 1 << 16;

  private volatile Handler[] handlers = {};

  /** Refuses what cannot be the number of a procedure of any rank. */
  static void requireNumber(String operation, int number) {
    if (number < 0 || number >= LIMIT) {
      throw new ArmciException(
          "%s: procedure %d; numbers are 0 to %d".formatted(operation, number, LIMIT - 1));
    }
  }

  synchronized void register(int number, Handler handler) {
    requireNumber("register", number);
    if (find(number) != null) {
      throw new ArmciException(
          "register: procedure %d is registered already; unregister it first".formatted(number));
    }
    replace(number, handler);
  }

  synchronized void unregister(int number) {
    if (find(number) == null) {
      throw new ArmciException("unregister: there is no procedure %d".formatted(number));
    }
    replace(number, null);
  }

  private void replace(int number, Handler handler) {
    Handler[] next = Arrays.copyOf(handlers, Math.max(handlers.length, number + 1));
    next[number] = handler;
    handlers = next;
  }

  /** The handler of a number, or null. */
  Handler find(int number) {
    Handler[] all = handlers;
    return number >= 0 && number < all.length ? all[number] : null;
  }
}
