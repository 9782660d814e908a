package org.armci4j.bootstrap.exchange;

import java.util.HashMap;
import java.util.Map;
import org.armci4j.bootstrap.Failure;

/** The answers that one rank waits for. Any thread may call any method. */
final class Answers {
  private final Map<Long, Answer> waiting = new HashMap<>();
  private long nextId;
  private Failure failure;
  private boolean closed;

  /**
   * Makes room for a further answer; it is there at once when the job has failed or the rank has
   * closed.
   */
  synchronized Answer expect(String key, int rank) {
    Answer answer = new Answer(nextId++, key, rank);
    if (failure != null) {
      answer.failed(failure);
    } else if (closed) {
      answer.failed("the bootstrap is closed");
    }
    waiting.put(answer.id(), answer);
    return answer;
  }

  /** The one with this number, or null when nobody waits for it any more. */
  synchronized Answer find(long id) {
    return waiting.get(id);
  }

  synchronized void forget(Answer answer) {
    waiting.remove(answer.id());
  }

  /** Ends every wait, now and from now on, with the job's failure. */
  synchronized void fail(Failure seen) {
    failure = seen;
    waiting.values().forEach(answer -> answer.failed(seen));
  }

  /**
   * Ends every wait, now and from now on.
   *
   * @return whether this was the first call
   */
  synchronized boolean close() {
    boolean first = !closed;
    closed = true;
    waiting.values().forEach(answer -> answer.failed("the bootstrap is closed"));
    return first;
  }
}
