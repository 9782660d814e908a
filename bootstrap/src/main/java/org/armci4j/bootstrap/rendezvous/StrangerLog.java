package org.armci4j.bootstrap.rendezvous;

import io.netty.channel.Channel;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.armci4j.bootstrap.text.Text;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs refused connections, at most one line a second, whatever strangers do. Logs the first
 * refusal at once, and the further ones of its second as a number. For the server's thread.
 */
final class StrangerLog {
  private static final Logger LOG = LoggerFactory.getLogger(RendezvousServer.class);
  private static final long PERIOD_SECONDS = 1;

  /** Refusals since the last line. */
  private long untold;

  private Object lastAddress;
  private String lastReason;
  private boolean isQuiet;
  private final Consumer<String> lines;

  StrangerLog() {
    this(LOG::warn);
  }

  StrangerLog(Consumer<String> lines) {
    this.lines = lines;
  }

  void refused(Channel channel, String reason) {
    if (isQuiet) {
      untold++;
      lastAddress = channel.remoteAddress();
      lastReason = reason;
    } else {
      lines.accept(Text.format("rendezvous refused %s: %s", channel.remoteAddress(), reason));
      beQuiet(channel);
    }
  }

  private void beQuiet(Channel channel) {
    isQuiet = true;
    ScheduledFuture<?> _ =
        channel.eventLoop().schedule(() -> tellRest(channel), PERIOD_SECONDS, TimeUnit.SECONDS);
  }

  private void tellRest(Channel channel) {
    isQuiet = false;
    if (untold > 0) {
      lines.accept(
          Text.format(
              "rendezvous refused %d more, the last of them %s: %s",
              untold, lastAddress, lastReason));
      untold = 0;
      beQuiet(channel);
    }
  }
}
