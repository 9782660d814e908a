package org.armci4j.transport.verbs;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.verbs.device.Endpoint;
import org.armci4j.transport.verbs.device.QueuePair;
import org.armci4j.transport.verbs.device.SentRequests;
import org.armci4j.transport.verbs.device.VerbsException;
import org.armci4j.transport.verbs.key.RemoteKeys;
import org.armci4j.transport.verbs.path.PathEnd;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This rank's end of the first path where there are several rails: a connection that outlives its
 * queue pair, of which there is one through each rail in turn.
 */
final class FirstEnd implements PathEnd, ConnectionEnd {
  private static final Logger LOG = LoggerFactory.getLogger(FirstEnd.class);

  /** What a software device has begun to carry out is over by then. */
  private static final long SETTLED_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Batches of completions that one step handles at most: it must not wait. */
  private static final int POLLS = 16;

  private final List<RailConnections> rails;
  private final RequestJournal journal;
  private final RemoteKeys remoteKeys;
  private final long patienceNanos;
  private Connection connection;
  private volatile boolean begun;

  // This life:
  private RailConnections rail;
  private QueuePair queuePair;
  private Endpoint own;
  private int index;
  private long leftNanos;

  /**
   * The queue pair of the life before, which carries nothing any more; null if there was none. Its
   * destruction waits for packets that its port still holds, which takes seconds when the port is
   * down, and the next life need not wait for that.
   */
  private QueuePair former;

  /** Polls that have found something since what had begun was over. */
  private int polls;

  /**
   * @param rails the first is taken first
   * @param journal of the connection
   * @param remoteKeys of the other side's memory
   * @param patienceNanos how long it may be out of work; 0 is forever
   */
  FirstEnd(
      List<RailConnections> rails,
      RequestJournal journal,
      RemoteKeys remoteKeys,
      long patienceNanos) {
    this.rails = rails;
    this.journal = journal;
    this.remoteKeys = remoteKeys;
    this.patienceNanos = patienceNanos;
  }

  /** The first life: the queue pair that the connection was made with. */
  void begin(Connection made, int madeIndex, QueuePair pair) {
    connection = made;
    rail = rails.getFirst();
    begin(madeIndex, pair);
  }

  private void begin(int newIndex, QueuePair pair) {
    index = newIndex;
    queuePair = pair;
    own = rail.bind(pair, 0);
    RailConnections through = rail;
    SentRequests.Keys keys =
        new SentRequests.Keys() {
          @Override
          public int local(long address, int lengthBytes) {
            return through.guestKeys().at(address, lengthBytes);
          }

          @Override
          public int remote(int first) {
            return remoteKeys.at(first, through.index());
          }
        };
    journal.begin(
        new RequestJournal.Life(
            rail.sink(pair),
            index,
            own.packetSequence(),
            keys,
            rail.refusesAtomicsOf(rails.getFirst())));
  }

  @Override
  public byte[] address() {
    return own.encode();
  }

  @Override
  public PathEnd pathEnd() {
    return this;
  }

  @Override
  public int ports() {
    return rails.size();
  }

  @Override
  public long patienceNanos() {
    return patienceNanos;
  }

  @Override
  public EndpointProgress progress() {
    return connection.progress();
  }

  @Override
  public boolean hasBegun() {
    return begun;
  }

  @Override
  public String port() {
    return rail.toString();
  }

  @Override
  public String broken() {
    return journal.broken();
  }

  @Override
  public void pause() {
    journal.hold();
  }

  @Override
  public boolean isDrained() {
    return journal.isDrained();
  }

  @Override
  public void leave() {
    journal.leave();
    try {
      queuePair.toError();
    } catch (VerbsException gone) {
      LOG.debug("a queue pair that is left does not obey", gone);
    }
    leftNanos = System.nanoTime();
    polls = 0;
  }

  /** Behind this no completion of the queue pair is handled any more. */
  @Override
  public long carriedOut() {
    if (System.nanoTime() - leftNanos < SETTLED_NANOS) {
      return NOT_YET;
    }
    if (!isDrained(rail::pollBatch, rail.mostCompletions()) || !rail.tryForget(index)) {
      return NOT_YET;
    }
    long expected = queuePair.expectedPacket();
    journal.release();
    closeFormer();
    former = queuePair;
    return expected;
  }

  private void closeFormer() {
    if (former != null) {
      former.close();
    }
  }

  /**
   * Handles completions of requests that were carried out, some batches of them in each step, and
   * returns whether none of this connection is left in the queue. A thread that polls meanwhile may
   * have seen a part of the queue only. Other connections share the queue and may never leave it
   * empty: after as many polls as it can hold completions, all of this one's are handled.
   *
   * @param poll handles a batch, as {@link CompletionPoller#pollBatch} does
   * @param most largest number of completions in the queue
   */
  boolean isDrained(IntSupplier poll, int most) {
    for (int i = 0; i < POLLS; i++) {
      int handled = poll.getAsInt();
      if (handled == CompletionPoller.BUSY) {
        return false;
      }
      if (handled == 0 || ++polls >= most) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void settle(long carriedOutThere) {
    journal.settle(carriedOutThere);
  }

  @Override
  public boolean canOpen(int number) {
    return rails.get(number).isUp();
  }

  @Override
  public byte[] open(int number) {
    RailConnections next = rails.get(number);
    next.guestKeys().dropEnded();
    next.openInbox();
    QueuePair pair = next.newQueuePair();
    try {
      if (pair.maxInlineBytes() < connection.inlineBytes()) {
        throw new ArmciException(
            Text.format(
                "%s takes %d bytes inline, not %d",
                next, pair.maxInlineBytes(), connection.inlineBytes()));
      }
      rail = next;
      begin(next.addGuest(connection), pair);
    } catch (RuntimeException e) {
      pair.close();
      throw e;
    }
    return address();
  }

  @Override
  public void connect(byte[] address) {
    Endpoint other = Endpoint.decode(address);
    queuePair.connect(other, rail.retries());
    journal.connected(Math.min(own.mtuBytes(), other.mtuBytes()));
    begun = true;
  }

  @Override
  public boolean tryResume() {
    return journal.tryResume();
  }

  /** Closes the queue pair that there is, and the one before. */
  @Override
  public void close() {
    journal.release();
    closeFormer();
    queuePair.close();
  }
}
