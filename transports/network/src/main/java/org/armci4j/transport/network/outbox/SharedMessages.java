package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.helper.ReplyBuffers;
import org.armci4j.waiting.OpenCondition;

/**
 * Messages to one rank that carry several calls: short puts in close succession, or words for which
 * many threads wait at once. One message at a time is open for further calls.
 */
public final class SharedMessages {
  private final Outbox outbox;
  private final RankRoute route;
  private final PutBurst burst;
  private final OwnHelper helper;
  private final OpenCondition<GatheredWords> answered;

  /** The message that takes further calls; null if the next such call opens one. */
  private volatile OpenMessage open;

  SharedMessages(Outbox outbox, RankRoute route, PutBurst burst, OwnHelper helper) {
    this.outbox = outbox;
    this.route = route;
    this.burst = burst;
    this.helper = helper;
    this.answered = (list, _, _) -> outbox.orThrow(list.hasValues());
  }

  /**
   * Returns whether a short put is to travel with others, by {@link #put}.
   *
   * @param sizeBytes length of the put
   */
  public boolean gathers(long sizeBytes) {
    return burst.gathers(sizeBytes);
  }

  /** Has the next short puts go alone, after the rank has waited for all its puts. */
  public void endBurst() {
    burst.ends();
  }

  /**
   * Queues a short put together with those before it, from any memory. Needs no turn, as the helper
   * thread may hold the turn while it sends gathered puts.
   *
   * @param source native or heap memory, which may be reused when this returns
   * @param offset first byte there
   * @param block address of the block that the put goes to
   * @param there offset of its first byte in the block
   * @param key of the block
   * @param sizeBytes length of the put
   */
  public void put(
      MemorySegment source, long offset, long block, long there, RemoteKey key, int sizeBytes) {
    if (open instanceof GatheredPuts puts && puts.add(source, offset, key, there, sizeBytes)) {
      return;
    }
    makeWay();
    GatheredPuts next = new GatheredPuts(key, block, burst, route.helper().roomBytes());
    next.add(source, offset, key, there, sizeBytes);
    if (outbox.queue(next, next)) {
      helper.wake();
    }
  }

  /**
   * Carries out a call together with those of other threads that wait for words of the same block,
   * and waits for its value.
   *
   * @param call the read or update
   * @param replies where the values land
   * @param callers learns how many words the list had
   * @return the value, in the lower bytes; the other bytes are undefined
   */
  public long share(WordCall call, ReplyBuffers replies, WordCallers callers) {
    GatheredWords.ListedCall place = join(call, replies, callers);
    route.endpoint().progress().await(answered, place.list(), 0, 0, place.list());
    return place.value();
  }

  /** Queues a call in the open list, or else in a new one. Its caller's wait takes the steps. */
  GatheredWords.ListedCall join(WordCall call, ReplyBuffers replies, WordCallers callers) {
    GatheredWords.ListedCall joined = open instanceof GatheredWords words ? words.add(call) : null;
    if (joined != null) {
      if (joined.list().isClosed() && !outbox.takeSteps()) {
        helper.wake(); // the holder of the turn may have seen the list while this thread added
      }
      return joined;
    }
    makeWay();
    GatheredWords next = new GatheredWords(call, replies, callers);
    GatheredWords.ListedCall first = next.add(call);
    boolean _ = outbox.queue(next.operation(), next);
    return first;
  }

  /** Closes the open message, sends it if possible, and waits for room to queue another. */
  private void makeWay() {
    close();
    boolean _ = outbox.takeSteps();
    outbox.awaitRoom();
  }

  /** Has further calls travel in a message that has just been queued. */
  void open(OpenMessage message) {
    open = message;
  }

  /** Closes the open message, so that further calls do not travel in it. */
  void close() {
    OpenMessage message = open;
    if (message != null) {
      open = null;
      message.close();
    }
  }
}
