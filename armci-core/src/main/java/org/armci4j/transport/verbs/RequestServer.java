package org.armci4j.transport.verbs;

import java.util.function.IntFunction;
import org.armci4j.ArmciException;
import org.armci4j.transport.AtomicUpdate;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what other ranks ask of this rank's helper thread, and answers. Only that thread uses
 * it.
 */
final class RequestServer {
  private static final Logger LOG = LoggerFactory.getLogger(RequestServer.class);
  private static final AtomicUpdate[] UPDATES = AtomicUpdate.values();

  private final IntFunction<Peer> origins;
  private final RegisteredRanges<OwnBlock> blocks;
  private final Offers offers;
  private final int credits;
  private final SegmentList segments = new SegmentList();

  /** By origin: whether a message was refused; the later ones then are too, or it might be lost. */
  private final boolean[] refused;

  /** Which blocks can be attached to. */
  interface Offers {
    /** Whether the block at an address, with this remote key, can be. */
    boolean isOffered(long address, int remoteKey);
  }

  /**
   * @param origins the ranks that send messages, by number
   * @param ranks how many there are
   * @param blocks what they may change
   * @param credits unanswered messages of one rank
   */
  RequestServer(
      IntFunction<Peer> origins,
      int ranks,
      RegisteredRanges<OwnBlock> blocks,
      Offers offers,
      int credits) {
    this.origins = origins;
    this.refused = new boolean[ranks];
    this.blocks = blocks;
    this.offers = offers;
    this.credits = credits;
  }

  /** Carries a message out and answers it, also one that cannot be carried out. */
  void serve(HelperRequest request) {
    Peer origin = origins.apply(request.origin());
    try {
      if (refused[request.origin()]) {
        acknowledge(origin, request, RemoteHelper.REFUSED);
      } else {
        carryOut(origin, request);
      }
    } catch (ArmciException | IllegalArgumentException | IndexOutOfBoundsException e) {
      LOG.error("request {} of rank {} is refused", request.number(), request.origin(), e);
      refused[request.origin()] = true;
      acknowledge(origin, request, RemoteHelper.REFUSED);
    }
  }

  private void carryOut(Peer origin, HelperRequest request) {
    long address = request.address();
    switch (request.kind()) {
      case ACCUMULATE -> {
        int length = request.lengthBytes();
        RemoteBlock block = block(address, length);
        block.accumulate(
            request.accumulation(),
            request.memory(),
            request.data(),
            offset(block, address),
            length);
        acknowledge(origin, request, RemoteHelper.DONE);
      }
      case ACCUMULATE_LIST -> {
        accumulateList(request);
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
      case FIND ->
          answer(origin, request, offers.isOffered(address, (int) request.first()) ? 1 : 0);
    }
  }

  private void accumulateList(HelperRequest request) {
    segments.clear();
    PackedRuns.unpack(request.memory(), request.data(), request.lengthBytes(), segments);
    SegmentList.Side there = segments.remote();
    long start = request.address() + there.startBytes();
    RemoteBlock block = block(start, there.endBytes() - there.startBytes());
    block.accumulateList(
        request.accumulation(), request.memory(), 0, offset(block, request.address()), segments);
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
    return address - block.view().address();
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
}
