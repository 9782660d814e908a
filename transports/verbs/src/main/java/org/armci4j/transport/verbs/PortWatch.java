package org.armci4j.transport.verbs;

import java.util.function.Supplier;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.verbs.device.port.DevicePort;

/**
 * Checks whether this rank's own port is up while polls find nothing. When a peer is gone, a device
 * ends requests in error. Not every device does so when its own link is down: with Linux's software
 * device some jobs did not end then, see {@link Connection#look}.
 */
final class PortWatch {
  /** Number of looks within the limit. */
  private static final int LOOKS = 8;

  private final Supplier<DevicePort.State> port;
  private final String where;
  private final long limitNanos;
  private long lookedNanos;
  private long upNanos;

  /**
   * @param port returns the port's state
   * @param where rank, device and port, for messages
   * @param limitNanos longest time that the port may be down; 0 never looks
   */
  PortWatch(Supplier<DevicePort.State> port, String where, long limitNanos) {
    this.port = port;
    this.where = where;
    this.limitNanos = limitNanos;
    this.lookedNanos = System.nanoTime();
    this.upNanos = lookedNanos;
  }

  /**
   * Looks at the port if a look is due; for one thread at a time. Time without looks does not count
   * as down: no thread waited then.
   *
   * @throws ArmciException when the port has been down for longer than the limit
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
