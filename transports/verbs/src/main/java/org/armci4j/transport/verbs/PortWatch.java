package org.armci4j.transport.verbs;

import java.util.function.Supplier;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.verbs.device.port.DevicePort;

/**
 * Looks, while a rank waits in vain, whether its own port is still up. Of a peer that is gone a
 * device tells by ending requests in error; that every device does so when its own link is gone is
 * not to be relied on: with Linux's software device some jobs did not end then (see {@link
 * Connection#nudge}).
 */
final class PortWatch {
  /** How many looks there are before the limit. */
  private static final int LOOKS = 8;

  private final Supplier<DevicePort.State> port;
  private final String where;
  private final long limitNanos;
  private long lookedNanos;
  private long upNanos;

  /**
   * @param port its state now
   * @param where rank, device and port, for messages
   * @param limitNanos how long it may be down; 0 never looks
   */
  PortWatch(Supplier<DevicePort.State> port, String where, long limitNanos) {
    this.port = port;
    this.where = where;
    this.limitNanos = limitNanos;
    this.lookedNanos = System.nanoTime();
    this.upNanos = lookedNanos;
  }

  /**
   * Looks if it is time to; for one thread at a time. Throws when the port has been down for longer
   * than the limit, as far as looks can tell: when nobody waited, nobody looked.
   */
  void look(long nowNanos) {
    long sinceNanos = nowNanos - lookedNanos;
    if (limitNanos == 0 || sinceNanos < limitNanos / LOOKS) {
      return;
    }
    lookedNanos = nowNanos;
    DevicePort.State state = port.get();
    if (sinceNanos > limitNanos
        || state == DevicePort.State.ACTIVE
        || state == DevicePort.State.ACTIVE_DEFER) {
      upNanos = nowNanos;
    } else if (nowNanos - upNanos > limitNanos) {
      throw new ArmciException(
          Text.format(
              "%s has been %s for %,d ms (verbsPortTimeout), so that no rank of another host is"
                  + " reached; see to its link, or choose another device by verbsDevice",
              where, state, limitNanos / 1_000_000));
    }
  }
}
