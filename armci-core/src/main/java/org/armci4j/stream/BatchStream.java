package org.armci4j.stream;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;

/**
 * Carries many small things from every rank of a group to any other. What goes to one rank travels
 * together in batches, so many share the time of one message. {@link ItemStream} carries items of
 * one size, {@link RecordStream} records of different sizes, and {@link RequestStream} requests
 * with their replies. Here is what holds for each.
 *
 * <p><b>Order.</b> What one rank pushes to another is handled in the order of the pushes, each
 * once. Pushes of different ranks have no order.
 *
 * <p><b>Flow control.</b> Each rank has {@value StreamLayout#SLOTS} slots of a batch for each other
 * rank from which batches come, so memory is bounded. A push that finds no free slot waits, and
 * handles what has come for this rank meanwhile; so ranks that push to each other go on. {@link
 * #mayPush} tells without waiting. A rank handles what has come only inside calls of a stream's
 * methods. A rank that has nothing to push calls {@link #deliver} at times, or {@link
 * #awaitDelivery}, or {@link #finish}.
 *
 * <p><b>Several hosts.</b> Where two hosts or more have several ranks of the group each, and the
 * ranks of a host share memory, items and records for another host go over the network to one rank
 * there. That rank hands them on to the ranks of its host. So batches come from the ranks of the
 * own host and, of each other host, from the rank of the same place: memory grows with the hosts
 * and not with all ranks. The rank that hands on does so inside the same calls in which it handles
 * what has come, so a rank that makes none holds up the others of its host too. Requests go
 * straight to their rank.
 *
 * <p><b>Handlers</b> run in the thread that uses the stream, inside a call of one of its methods. A
 * handler may use all operations of the runtime that are not collective. It may not push to its own
 * stream, and to another one only while {@link #mayPush} says so: a push that waits handles what
 * has come on its own stream alone, so two ranks could wait for each other. A handler keeps what is
 * to be pushed, and the program pushes it later. If a handler throws, so does the call that it runs
 * in, and the stream is of no further use. The exception should end the rank: {@link #close} waits
 * for no other rank, and calls of other ranks that wait throw too.
 *
 * <p><b>Phases.</b> {@link #finish} ends a phase on all ranks; then the next one may begin.
 *
 * <p><b>Several streams</b> may be open at once. A call that waits handles what has come on its own
 * stream alone. So two ranks wait for each other without end, if one waits in a push to the second
 * on one stream while the second waits in a push or in {@link #finish} on another stream. Finish
 * one stream on all ranks before the first push to the next one, or push only while {@link
 * #mayPush} says so, and call {@link #deliver} of all streams.
 *
 * <p><b>Failures.</b> A wait ends with a {@link RankFailedException} when a rank fails, and with an
 * {@link ArmciException} when a rank closes the stream and does not finish the phase. {@link
 * #mayPush}, {@link #deliver} and {@link #flush} do not wait for the news of a failed rank, and
 * throw a {@link RankFailedException} where they would send to a rank known to be lost.
 *
 * <p><b>Threads.</b> One thread at a time uses a stream.
 *
 * <p>Source: the conveyors of bale ({@code jdevinney/bale}), with handlers in place of pulls.
 */
public abstract sealed class BatchStream implements AutoCloseable
    permits ItemStream, RecordStream, RequestStream {
  /** Bytes of a batch, unless the caller chooses others. */
  public static final long USUAL_BATCH_BYTES = 8192;

  private static final long LEFT = 1;

  private final StreamMemory memory;
  private final StreamShape shape;

  /** The batches in which items for each rank go first; some ranks may have them in common. */
  private final OutgoingBatches[] outgoing;

  /** The batches for ranks that hand nothing on; in the straight form for all ranks. */
  private final OutgoingBatches[] here;

  /** The batches for ranks of other hosts that hand them on; none in the straight form. */
  private final OutgoingBatches[] there;

  /** The batches of the ranks in {@link #here}, whose items are for this rank. */
  private final IncomingBatches[] incoming;

  private final HostRelay relay;

  /** Whether this rank's handler runs, or has thrown, so that something is lost. */
  private boolean handling;

  /** Peers that send this rank nothing more in this phase. */
  private int finished;

  /** Whether a phase could not be ended in time; the ranks are then out of step. */
  private boolean timedOut;

  private boolean closed;

  BatchStream(StreamMemory memory) {
    this.memory = memory;
    this.shape = memory.shape();
    StreamPeers peers = memory.peers();
    OutgoingBatches[] all = new OutgoingBatches[peers.count()];
    Arrays.setAll(all, peer -> new OutgoingBatches(memory, peer));
    int[] near = IntStream.range(0, all.length).filter(peers::isHere).toArray();
    int[] far = IntStream.range(0, all.length).filter(peer -> !peers.isHere(peer)).toArray();
    this.outgoing = new OutgoingBatches[memory.group().size()];
    Arrays.setAll(outgoing, rank -> all[peers.towards(rank)]);
    this.here = IntStream.of(near).mapToObj(peer -> all[peer]).toArray(OutgoingBatches[]::new);
    this.there = IntStream.of(far).mapToObj(peer -> all[peer]).toArray(OutgoingBatches[]::new);
    this.incoming = incoming(near);
    this.relay = new HostRelay(shape, incoming(far), here, outgoing);
  }

  private IncomingBatches[] incoming(int[] peers) {
    return IntStream.of(peers)
        .mapToObj(peer -> new IncomingBatches(memory, peer))
        .toArray(IncomingBatches[]::new);
  }

  /** Handles the oldest batch of a rank, and frees its slot. */
  abstract void handle(int origin, IncomingBatches batches);

  /** Returns whether replies of a rank wait; streams without replies have none. */
  boolean hasReplies(OutgoingBatches batches) {
    return false;
  }

  /** Handles the oldest replies of a rank that wait, and frees their slot. */
  void handleReplies(int target, OutgoingBatches batches) {}

  /** Returns whether all replies of a rank have been handled. */
  boolean isAnswered(OutgoingBatches batches) {
    return true;
  }

  /**
   * Returns whether a push to a rank would not wait, even one of the largest record. Handles what
   * has come for this rank, if it would.
   *
   * @param target the rank in the group
   * @return whether the next push to that rank returns at once
   * @throws ArmciException when there is no such rank, the stream is closed, or its handler calls
   * @throws RankFailedException when it would send to a rank known to be lost
   */
  public final boolean mayPush(int target) {
    OutgoingBatches batches = outgoing("mayPush", target);
    if (!batches.mayPush(shape.mostBytes())) {
      deliver();
    }
    return batches.mayPush(shape.mostBytes());
  }

  /** Returns the batch for an item of a number of bytes; begins one if none is open. */
  final OutgoingBatches batchFor(String operation, int target, int bytes) {
    OutgoingBatches batches = outgoing(operation, target);
    if (bytes != shape.itemBytes()) {
      throw refusal(
          operation, Text.format("items have %d bytes, not %d", shape.itemBytes(), bytes));
    }
    if (!batches.isOpen()) {
      open(operation, batches);
    }
    return batches;
  }

  /** Returns the batches for a rank, which may have none open. */
  final OutgoingBatches outgoing(String operation, int target) {
    if (handling || closed) {
      requireUsable(operation);
    }
    if (target < 0 || target >= outgoing.length) {
      throw refusal(
          operation, Text.format("there is no rank %d among %d", target, outgoing.length));
    }
    return outgoing[target];
  }

  /** Begins a batch; handles what has come for this rank until the target has a free slot. */
  final void open(String operation, OutgoingBatches batches) {
    while (!batches.mayOpen()) {
      if (!deliver()) {
        await(operation, () -> batches.mayOpen() || hasArrived());
      }
    }
    batches.open();
  }

  private void await(String operation, BooleanSupplier news) {
    BooleanSupplier over = () -> news.getAsBoolean() || indexOfLeft() >= 0;
    memory.group().await(over, () -> operation + " on " + this);
    int rank = indexOfLeft();
    // Looked for first: a rank that leaves has sent its batches before.
    if (rank >= 0 && !news.getAsBoolean()) {
      throw refusal(
          operation,
          Text.format("rank %d of the group has closed the stream and did not finish", rank));
    }
  }

  /** Returns the first rank that has left; −1 if there is none. */
  private int indexOfLeft() {
    for (int rank = 0; rank < outgoing.length; rank++) {
      if (memory.own(StreamLayout.left(rank)) == LEFT) {
        return rank;
      }
    }
    return -1;
  }

  private boolean hasArrived() {
    for (int i = 0; i < incoming.length; i++) {
      if (incoming[i].hasArrived() || hasReplies(here[i])) {
        return true;
      }
    }
    return relay.mayGoOn();
  }

  /**
   * Sends what was pushed, also where a batch is not full. Does not wait.
   *
   * @throws ArmciException when the stream is closed, or its handler calls
   * @throws RankFailedException when it would send to a rank known to be lost
   */
  public final void flush() {
    requireUsable("flush");
    sendOpen(here);
    sendOpen(there);
  }

  private static void sendOpen(OutgoingBatches[] some) {
    for (OutgoingBatches batches : some) {
      if (batches.isOpen()) {
        batches.send(false);
      }
    }
  }

  /**
   * Handles what has come for this rank, at most as many batches of each rank as there are slots,
   * and hands on what has come for other ranks of this host. Never waits for another rank.
   *
   * @return whether there was anything, also for other ranks
   * @throws ArmciException when the stream is closed, or its handler calls
   * @throws RankFailedException when it would send to a rank known to be lost
   */
  public final boolean deliver() {
    requireUsable("deliver");
    boolean any = relay.forward(); // first, as some of it may be for this rank
    for (int i = 1; i <= incoming.length; i++) {
      any |= deliverFrom((memory.rank() + i) % incoming.length);
    }
    return any;
  }

  /**
   * Handles what has come for this rank, as {@link #deliver} does, and waits for it if nothing has.
   * Before it waits, it sends what was pushed. Serves a rank that goes on when others have pushed
   * something, and a rank that has nothing to push in the rest of the phase:
   *
   * <pre>{@code
   * while (stream.awaitDelivery()) {}
   * stream.finish();
   * }</pre>
   *
   * @return whether there was anything, also for other ranks of this host; false when all other
   *     ranks are in {@link #finish}, so that nothing will come in this phase
   * @throws ArmciException when the stream is closed, its handler calls, or a rank closes the
   *     stream instead of finishing
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final boolean awaitDelivery() {
    if (deliver()) {
      return true;
    }
    flush();
    while (!deliver()) {
      if (finished == incoming.length - 1 && relay.hasEnded() && isAnswered()) {
        return false;
      }
      await("awaitDelivery", this::hasArrived);
    }
    return true;
  }

  /** Handles as much as slots can hold: a fast origin refills them, and this call must end. */
  private boolean deliverFrom(int peer) {
    boolean any = false;
    IncomingBatches batches = incoming[peer];
    for (int i = 0; i < StreamLayout.SLOTS && batches.hasArrived(); i++) {
      any = true;
      finished += batches.isLast() ? 1 : 0;
      handling = true;
      handle(batches.origin(), batches);
      handling = false; // not in finally: a handler that has thrown is not called again
    }
    for (int i = 0; i < StreamLayout.SLOTS && hasReplies(here[peer]); i++) {
      any = true;
      handling = true;
      handleReplies(peer, here[peer]); // a peer's number is its rank where there are replies
      handling = false;
    }
    return any;
  }

  /**
   * Ends the phase: sends what was pushed, and returns when everything that all ranks pushed has
   * been handled, and all replies too. Collective. The ranks may push again afterwards. After a
   * time-out the stream is of no further use, and another call is refused.
   *
   * @throws ArmciException when the stream is closed, its handler calls, an earlier call timed out,
   *     or a rank closes the stream instead of finishing
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void finish() {
    requireUsable("finish");
    if (timedOut) {
      throw refusal(
          "finish",
          "an earlier call timed out, so this rank cannot know what the others have handled; end"
              + " the rank, and set a longer waitTimeout");
    }
    try {
      endPhase();
    } catch (ArmciTimeoutException e) {
      timedOut = true;
      throw e;
    }
  }

  private void endPhase() {
    if (there.length > 0) {
      sendOpen(here); // others may wait for these items before they finish
      sendLast(there);
      deliverUntil(relay::hasEnded);
    }
    sendLast(here); // behind all that was handed on, so it speaks for other hosts' ranks too
    deliverUntil(() -> finished == incoming.length && isAnswered());
    finished = 0;
    relay.beginPhase();
    memory.group().barrier(); // every rank has then handled everything, not only this one
  }

  private void sendLast(OutgoingBatches[] some) {
    for (int i = 1; i <= some.length; i++) {
      OutgoingBatches batches = some[(memory.rank() + i) % some.length];
      if (!batches.isOpen()) {
        open("finish", batches);
      }
      batches.send(true);
    }
  }

  private void deliverUntil(BooleanSupplier over) {
    while (!over.getAsBoolean()) {
      if (!deliver()) {
        await("finish", this::hasArrived);
      }
    }
  }

  private boolean isAnswered() {
    for (OutgoingBatches batches : here) {
      if (!isAnswered(batches)) {
        return false;
      }
    }
    return true;
  }

  private void requireUsable(String operation) {
    if (closed) {
      throw refusal(operation, "the stream has been closed");
    }
    if (handling) {
      throw refusal(operation, "its own handler calls, or has thrown; use another stream");
    }
    memory.armci().requireOpen(operation);
  }

  final ArmciException refusal(String operation, String reason) {
    return new ArmciException(
        Text.format("%s by rank %d on %s: %s", operation, memory.armci().rank(), this, reason));
  }

  /**
   * Frees the stream. Collective, but waits for no rank. What has not been handled is lost, so call
   * {@link #finish} before. Calls of other ranks that wait in a push or in finish throw. A second
   * call does nothing, nor does a call after the runtime's own close.
   *
   * @throws RankFailedException when a rank fails meanwhile
   */
  @Override
  public final void close() {
    if (closed || memory.armci().isClosed()) {
      return;
    }
    for (int rank = 0; rank < outgoing.length; rank++) {
      tellThatItLeaves(rank);
    }
    memory.group().freeLater(memory.memory());
    closed = true;
  }

  private void tellThatItLeaves(int rank) {
    try {
      memory.signal(rank, StreamLayout.left(memory.rank()), LEFT);
    } catch (RankFailedException lost) {
      if (memory.armci().failures().isEmpty()) {
        throw lost; // else the job goes on, and nobody waits there
      }
    }
  }

  @Override
  public final String toString() {
    return Text.format(
        "%s[%d ranks, %s]", getClass().getSimpleName(), memory.group().size(), shape);
  }
}
