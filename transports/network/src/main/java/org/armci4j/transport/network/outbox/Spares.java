package org.armci4j.transport.network.outbox;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * The objects that describe operations on one rank, one of each kind. The thread that {@link
 * Outbox#begin began} a call fills one, so a call that starts at once allocates nothing. A queued
 * object stays with its call, and a new one is made. A get by the target's helper thread is always
 * queued, and its object comes back when it is over.
 */
public final class Spares {
  /** Spares kept; further ones go to the collector. */
  private static final int MOST_PACKED_GETS = 16;

  private final Spare<Transfer> transfer = new Spare<>(Transfer::new);
  private final Spare<PutWithSignal> signalledPut = new Spare<>(PutWithSignal::new);
  private final Spare<ListTransfer> list = new Spare<>(ListTransfer::new);
  private final Spare<DividedTransfer> divided = new Spare<>(DividedTransfer::new);
  private final Spare<WordPut> word = new Spare<>(WordPut::new);
  private final Spare<WordUpdate> update = new Spare<>(WordUpdate::new);
  private final Spare<ShortRequest> request = new Spare<>(ShortRequest::new);
  private final Deque<PackedGet> packedGets = new ArrayDeque<>();
  private final Spare<OutgoingRuns> runs = new Spare<>(OutgoingRuns::new);

  Spares() {}

  /** The object of one kind, remade after it was queued. */
  private static final class Spare<T extends RankOperation> {
    private final Supplier<T> maker;
    private T object;

    Spare(Supplier<T> maker) {
      this.maker = maker;
    }

    T get() {
      if (object == null || object.isQueued()) {
        object = maker.get();
      }
      return object;
    }
  }

  /** Returns a contiguous put or get. */
  public Transfer transfer() {
    return transfer.get();
  }

  /** Returns a put followed by words. */
  public PutWithSignal signalledPut() {
    return signalledPut.get();
  }

  /** Returns a put or get of a list. */
  public ListTransfer list() {
    return list.get();
  }

  /** Returns a put or get over several paths. */
  public DividedTransfer divided() {
    return divided.get();
  }

  /** Returns the write of a word. */
  public WordPut word() {
    return word.get();
  }

  /** Returns an atomic update by the network. */
  public WordUpdate update() {
    return update.get();
  }

  /** Returns a short message to the target's helper thread. */
  public ShortRequest request() {
    return request.get();
  }

  /** Returns a get of a list by the target's helper thread. */
  public PackedGet packedGet() {
    PackedGet spare = packedGets.poll();
    return spare == null ? new PackedGet() : spare;
  }

  /** Takes back a get that is over. */
  void giveBack(PackedGet get) {
    if (packedGets.size() < MOST_PACKED_GETS) {
      packedGets.push(get);
    }
  }

  /** Returns a put or accumulate of a list by the target's helper thread. */
  public OutgoingRuns runs() {
    return runs.get();
  }
}
