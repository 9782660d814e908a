package org.armci4j.transport.verbs.device;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.armci4j.transport.verbs.device.ibv.Errno;

/**
 * Invents faults of a device, for tests: late completions, completions in error, and refused
 * requests. The draws depend on the seed and the rank alone, in the order of the calls. Without
 * faults it returns its arguments unchanged.
 */
public final class FaultInjection {
  private static final FaultInjection NONE = new FaultInjection("", 0);
  private static final long LONGEST_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final SplittableRandom random;
  private final double delay;
  private final double error;
  private final double refuse;

  private FaultInjection(String text, int rank) {
    double[] values = new double[4];
    for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      int equals = part.indexOf('=');
      values[index(part.substring(0, Math.max(0, equals)))] =
          Double.parseDouble(part.substring(equals + 1));
    }
    random = new SplittableRandom(31 * (long) values[0] + rank);
    delay = probability(values[1]);
    error = probability(values[2]);
    refuse = probability(values[3]);
  }

  private static int index(String name) {
    return switch (name) {
      case "seed" -> 0;
      case "delay" -> 1;
      case "error" -> 2;
      case "refuse" -> 3;
      default -> throw new IllegalArgumentException("there is no fault '" + name + "'");
    };
  }

  private static double probability(double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(value + " is no probability");
    }
    return value;
  }

  /** Returns whether {@link #of} accepts the text. */
  public static boolean isValid(String text) {
    try {
      of(text, 0);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Reads the faults to invent.
   *
   * @param text such as {@code seed=7,delay=0.01,error=0.0001,refuse=0}: the probabilities of a
   *     delay at a poll, of an error at a completion, and of a refusal at a post; empty for no
   *     fault
   * @param stream different streams draw differently
   * @throws IllegalArgumentException if it is not of that form
   */
  public static FaultInjection of(String text, int stream) {
    return text.isEmpty() ? NONE : new FaultInjection(text, stream);
  }

  /** Returns the source with delays and errors. */
  public CompletionSource around(CompletionSource source) {
    return this == NONE ? source : new Source(source);
  }

  /** Returns the sink with refusals. */
  public RequestSink around(RequestSink sink) {
    return this == NONE ? sink : new Sink(sink);
  }

  private synchronized boolean draw(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  private synchronized long drawDelayNanos() {
    return random.nextLong(LONGEST_DELAY_NANOS);
  }

  /** Holds all completions back during a delay, so that the order stays. */
  private final class Source implements CompletionSource {
    private final CompletionSource source;
    private long heldUntilNanos = System.nanoTime();

    Source(CompletionSource source) {
      this.source = source;
    }

    @Override
    public int poll(Completions batch) {
      if (System.nanoTime() - heldUntilNanos < 0) {
        return 0;
      }
      if (draw(delay)) {
        heldUntilNanos = System.nanoTime() + drawDelayNanos();
        return 0;
      }
      int count = source.poll(batch);
      for (int i = 0; i < count; i++) {
        if (batch.status(i) == WorkStatus.SUCCESS && draw(error)) {
          batch.setStatus(i, WorkStatus.RETRIES_EXCEEDED);
        }
      }
      return count;
    }

    @Override
    public void requestNotification(boolean solicitedOnly) {
      source.requestNotification(solicitedOnly);
    }

    @Override
    public boolean awaitEvent(long timeoutNanos) {
      // Completions that were held back gave their event already, or will give none.
      return source.awaitEvent(Math.min(timeoutNanos, LONGEST_DELAY_NANOS));
    }

    @Override
    public void wake() {
      source.wake();
    }
  }

  private final class Sink implements RequestSink {
    private final RequestSink sink;

    Sink(RequestSink sink) {
      this.sink = sink;
    }

    @Override
    public void post(SendRequests requests) {
      if (draw(refuse)) {
        throw new PostException("post of requests (invented)", "any", Errno.ENOMEM, 0);
      }
      sink.post(requests);
    }

    @Override
    public void reset() {
      sink.reset();
    }
  }
}
