package org.armci4j.bootstrap;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/** Runs things on threads of their own and collects what came out, with a limit. */
public final class Ranks {
  private Ranks() {}

  /** A thing under way. */
  public record Running<T>(Thread thread, FutureTask<T> task) {
    /** Its result; what it threw is thrown here. */
    public T get() throws Exception {
      try {
        return task.get(Await.LIMIT_NANOS, TimeUnit.NANOSECONDS);
      } catch (ExecutionException thrown) {
        if (thrown.getCause() instanceof Exception cause) {
          throw cause;
        }
        throw thrown;
      } catch (TimeoutException late) {
        throw new AssertionError("hangs: " + List.of(thread.getStackTrace()), late);
      }
    }

    /** Returns when its thread waits for something. */
    public void awaitWaiting() {
      Await.until(
          "thread to wait",
          () ->
              thread.getState() == Thread.State.TIMED_WAITING
                  || thread.getState() == Thread.State.WAITING);
    }
  }

  /** What one rank does. */
  public interface Program<T> {
    T run(int rank) throws Exception;
  }

  public static <T> Running<T> start(Callable<T> callable) {
    FutureTask<T> task = new FutureTask<>(callable);
    return new Running<>(Thread.ofPlatform().daemon().start(task), task);
  }

  /** Runs {@code program} for ranks 0 to {@code size} - 1 at once; results by rank. */
  public static <T> List<T> run(int size, Program<T> program) throws Exception {
    List<Running<T>> all =
        IntStream.range(0, size).mapToObj(rank -> start(() -> program.run(rank))).toList();
    List<T> results = new ArrayList<>();
    for (Running<T> each : all) {
      results.add(each.get());
    }
    return results;
  }
}
