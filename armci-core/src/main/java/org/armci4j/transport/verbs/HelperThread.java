package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.ArmciException;
import org.armci4j.transport.AtomicUpdate;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.verbs.device.CompletionSource;
import org.armci4j.transport.verbs.device.Completions;
import org.armci4j.transport.verbs.device.ReceiveRequests;
import org.armci4j.transport.verbs.device.SharedReceiveQueue;
import org.armci4j.transport.verbs.device.WorkStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that does at a rank what its device cannot: accumulate, atomic updates of four bytes,
 * and others where settings say so. It polls while there is work, and sleeps on the device's events
 * when there has been none for a while. It starts transfers and does not wait for them.
 *
 * <p>Source: "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand", section 5.
 */
final class HelperThread implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HelperThread.class);
  private static final int BATCH = 32;
  private static final long LONGEST_SLEEP_NANOS = 1_000_000_000;
  private static final AtomicUpdate[] UPDATES = AtomicUpdate.values();

  private final Connections connections;
  private final RegisteredRanges<OwnBlock> blocks;
  private final CompletionSource arrived;
  private final SharedReceiveQueue receives;
  private final RegisteredMemory.Part slots;
  private final int slotBytes;
  private final int credits;
  private final long pollNanos;
  private final Owner owner;
  private final Completions batch = new Completions(BATCH);
  private final ReceiveRequests reposts = new ReceiveRequests(BATCH);

  /** By origin: whether a message was refused; the later ones then are too, or it might be lost. */
  private final boolean[] refused;

  private final Thread thread;
  private volatile boolean stopping;

  /**
   * @param owner the rank's transport
   */
  HelperThread(
      int rank,
      int ranks,
      Connections connections,
      RegisteredRanges<OwnBlock> blocks,
      CompletionSource arrived,
      SharedReceiveQueue receives,
      RegisteredMemory.Part slots,
      Options options,
      Owner owner) {
    this.connections = connections;
    this.blocks = blocks;
    this.arrived = arrived;
    this.receives = receives;
    this.slots = slots;
    this.slotBytes = options.requestBytes();
    this.credits = options.credits();
    this.pollNanos = options.pollNanos();
    this.owner = owner;
    this.refused = new boolean[ranks];
    postAllReceives();
    this.thread = Thread.ofPlatform().name("armci-verbs-" + rank).daemon().unstarted(this::run);
  }

  /** Whom it works for. */
  interface Owner {
    /** Another rank notifies this one's helper for procedure calls. */
    void ringHelperBell();

    /** The thread must give up. */
    void helperEnded(RuntimeException thrown);

    /** Whether the block at an address, with this remote key, can be attached to. */
    boolean isOffered(long address, int remoteKey);
  }

  /**
   * How it works.
   *
   * @param requestBytes longest message
   * @param credits unanswered messages of one rank
   * @param pollNanos how long it polls in vain before it sleeps
   */
  record Options(int requestBytes, int credits, long pollNanos) {}

  void start() {
    thread.start();
  }

  private void postAllReceives() {
    int count = (int) (slots.memory().byteSize() / slotBytes);
    for (int slot = 0; slot < count; slot++) {
      repost(slot);
      if (reposts.isFull()) {
        postReceives();
      }
    }
    postReceives();
  }

  private void repost(long slot) {
    reposts.add(slot, slots.memory().address() + slot * slotBytes, slotBytes, slots.localKey());
  }

  private void postReceives() {
    if (reposts.count() > 0) {
      receives.post(reposts);
      reposts.clear();
    }
  }

  private void run() {
    long lastWorkNanos = System.nanoTime();
    try {
      while (!stopping) {
        if (serveBatch()) {
          lastWorkNanos = System.nanoTime();
        } else if (System.nanoTime() - lastWorkNanos < pollNanos) {
          Thread.onSpinWait();
        } else {
          sleep();
        }
      }
    } catch (RuntimeException e) {
      if (!stopping) {
        LOG.error("the helper thread ends: other ranks' requests will not be served", e);
        owner.helperEnded(e);
      }
    }
  }

  private void sleep() {
    arrived.requestNotification(false);
    // What came before the request gives no event.
    if (!serveBatch()) {
      arrived.awaitEvent(LONGEST_SLEEP_NANOS);
    }
  }

  private boolean serveBatch() {
    int count = arrived.poll(batch);
    for (int i = 0; i < count; i++) {
      if (batch.status(i) == WorkStatus.SUCCESS) {
        serve(i);
      } else if (batch.status(i) != WorkStatus.FLUSHED) {
        throw new ArmciException(
            "a message to the helper thread was lost: " + WorkStatus.text(batch.status(i)));
      }
      repost(batch.requestId(i));
    }
    postReceives();
    return count > 0;
  }

  private void serve(int index) {
    if (batch.hasImmediate(index)) {
      owner.ringHelperBell();
      return;
    }
    HelperRequest request = new HelperRequest(slots.memory(), batch.requestId(index) * slotBytes);
    Peer origin = connections.existing(request.origin());
    try {
      if (refused[request.origin()]) {
        acknowledge(origin, request, RemoteHelper.REFUSED);
      } else {
        carryOut(origin, request, index);
      }
    } catch (ArmciException | IllegalArgumentException | IndexOutOfBoundsException e) {
      LOG.error("request {} of rank {} is refused", request.number(), request.origin(), e);
      refused[request.origin()] = true;
      acknowledge(origin, request, RemoteHelper.REFUSED);
    }
  }

  private void carryOut(Peer origin, HelperRequest request, int index) {
    long address = request.address();
    switch (request.kind()) {
      case ACCUMULATE -> {
        int length = request.lengthBytes();
        RemoteBlock block = block(address, length);
        long data = batch.requestId(index) * slotBytes + HelperRequest.HEADER_BYTES;
        block.accumulate(
            request.accumulation(), slots.memory(), data, offset(block, address), length);
        acknowledge(origin, request, RemoteHelper.DONE);
      }
      case UPDATE_INT -> {
        RemoteBlock block = block(address, Integer.BYTES);
        AtomicUpdate update = UPDATES[request.code()];
        int operand = (int) request.first();
        answer(origin, request, block.updateInt(update, offset(block, address), operand));
      }
      case SWAP_INT -> {
        RemoteBlock block = block(address, Integer.BYTES);
        int expected = (int) request.first();
        int value = (int) request.second();
        answer(origin, request, block.compareAndSwapInt(offset(block, address), expected, value));
      }
      case UPDATE_LONG -> {
        RemoteBlock block = block(address, Long.BYTES);
        AtomicUpdate update = UPDATES[request.code()];
        answer(origin, request, block.updateLong(update, offset(block, address), request.first()));
      }
      case SWAP_LONG -> {
        RemoteBlock block = block(address, Long.BYTES);
        answer(
            origin,
            request,
            block.compareAndSwapLong(offset(block, address), request.first(), request.second()));
      }
      case GET -> {
        int length = request.lengthBytes();
        block(address, length);
        int key = (int) blocks.key(address, length);
        origin
            .connection()
            .write(address, length, key, request.first(), (int) request.second(), false);
        acknowledge(origin, request, RemoteHelper.DONE);
      }
      case FIND -> answer(origin, request, owner.isOffered(address, (int) request.first()) ? 1 : 0);
    }
  }

  private RemoteBlock block(long address, long lengthBytes) {
    OwnBlock block = blocks.owner(address, lengthBytes);
    if (block == null) {
      throw new ArmciException(
          "%d bytes at 0x%x lie in no block of this rank: was it freed while others used it?"
              .formatted(lengthBytes, address));
    }
    return block.direct();
  }

  private static long offset(RemoteBlock block, long address) {
    MemorySegment view = block.view();
    return address - view.address();
  }

  private void acknowledge(Peer origin, HelperRequest request, int status) {
    long slot = slot(origin, request.number());
    origin
        .connection()
        .writeLong(
            RemoteHelper.answer(request.number(), status),
            slot + RemoteHelper.NUMBER_OFFSET,
            origin.replyKey());
  }

  private void answer(Peer origin, HelperRequest request, long value) {
    long slot = slot(origin, request.number());
    origin
        .connection()
        .writeLongs(
            value,
            slot,
            RemoteHelper.answer(request.number(), RemoteHelper.DONE),
            slot + RemoteHelper.NUMBER_OFFSET,
            origin.replyKey());
  }

  private long slot(Peer origin, long number) {
    return origin.replyAddress() + (number % credits) * RemoteHelper.SLOT_BYTES;
  }

  @Override
  public void close() {
    stopping = true;
    arrived.wake();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
