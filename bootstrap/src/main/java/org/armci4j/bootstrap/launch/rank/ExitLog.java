package org.armci4j.bootstrap.launch.rank;

import java.util.function.IntConsumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Learns that a thread has called {@link System#exit}, before the JVM begins to end. The JDK logs
 * each call, on its thread, to the logger {@code java.lang.Runtime}.
 */
final class ExitLog extends Handler {
  private static final Pattern STATUS = Pattern.compile("Runtime\\.exit\\D*(-?\\d+)");

  private final IntConsumer onExit;

  private ExitLog(IntConsumer onExit) {
    this.onExit = onExit;
    setLevel(Level.ALL);
  }

  /**
   * Calls {@code onExit} with the status on the exiting thread, which goes on when {@code onExit}
   * returns.
   *
   * @return the logger, which the caller must keep: logging holds loggers by weak references only
   */
  static Logger listen(IntConsumer onExit) {
    Logger logger = Logger.getLogger("java.lang.Runtime");
    logger.setLevel(Level.FINE);
    logger.addHandler(new ExitLog(onExit));
    return logger;
  }

  @Override
  public void publish(LogRecord call) {
    Matcher matcher = STATUS.matcher(call.getMessage());
    if (matcher.find()) {
      onExit.accept(Integer.parseInt(matcher.group(1)));
    }
  }

  @Override
  public void flush() {
    // Nothing is buffered.
  }

  @Override
  public void close() {
    // Nothing is buffered.
  }
}
