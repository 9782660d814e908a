package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.UpdateList;
import org.armci4j.transport.WordChange;
import org.armci4j.transport.network.Network;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.ScatterLine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out other ranks' requests to this rank's helper thread, and answers them. It never waits:
 * it keeps a message that cannot be answered yet, and serves it later ({@link #workOff}). Only the
 * helper thread uses it.
 */
public final class HelperServer {
  private static final Logger LOG = LoggerFactory.getLogger(HelperServer.class);

  /**
   * Operations that serving one message takes at the origin's endpoint: the data or value, and the
   * word that answers.
   */
  private static final int OPERATIONS = 2;

  private final Network network;
  private final IntFunction<ReplySlots> origins;
  private final BlockFinder blocks;
  private final int requestBytes;
  private final PackedAnswers answers;
  private final AssistedServer assisted;
  private final OriginSteps steps;
  private final boolean jobGoesOn;

  /** True after another rank's answer, until this rank takes the steps that it allows. */
  private boolean answered;

  private final Backlog backlog = new Backlog();
  private final SegmentList segments = new SegmentList();
  private final UpdateList updates = new UpdateList();

  /**
   * By origin: true once a message was refused. Later messages are refused too, as the origin may
   * look at the latest answer alone.
   */
  private final boolean[] refused;

  /** Finds the blocks of this rank. */
  public interface BlockFinder {
    /**
     * Returns the block that holds all of the bytes, reachable by loads and stores; null if there
     * is none.
     */
    RemoteBlock find(long address, long lengthBytes);

    /** Returns whether the block at an address, registered under this key, can be attached to. */
    boolean isOffered(long address, byte[] key);
  }

  /**
   * @param network imports the origins' keys
   * @param origins finds, by rank, where a sender's messages are answered
   * @param lines finds, by rank, the line of an origin that ends here; null if it has none
   * @param steps this rank's own steps, which other ranks' answers allow
   * @param ranks the number of ranks
   * @param blocks the memory that requests may change
   * @param requestBytes the longest message
   * @param answerBytes the longest answer to a packed get
   * @param jobGoesOn whether the job goes on without failed ranks
   */
  public HelperServer(
      Network network,
      IntFunction<ReplySlots> origins,
      IntFunction<ScatterLine> lines,
      OriginSteps steps,
      int ranks,
      BlockFinder blocks,
      int requestBytes,
      int answerBytes,
      boolean jobGoesOn) {
    this.network = network;
    this.origins = origins;
    this.refused = new boolean[ranks];
    this.blocks = blocks;
    this.requestBytes = requestBytes;
    this.answers = new PackedAnswers(network, answerBytes);
    this.assisted = new AssistedServer(lines);
    this.steps = steps;
    this.jobGoesOn = jobGoesOn;
  }

  /**
   * Carries out a message and answers it, even if it is refused; keeps a copy if neither is
   * possible yet.
   *
   * @param memory holds the message
   * @param offset its first byte there
   */
  public void serve(MemorySegment memory, long offset) {
    HelperRequest request = new HelperRequest(memory, offset);
    int origin = request.origin();
    if (origin < 0 || origin >= refused.length || origins.apply(origin) == null) {
      LOG.error("a message names rank {}, which is not connected: it is dropped", origin);
    } else if (backlog.has(origin) || !tryServe(request)) {
      backlog.add(request.copy(requestBytes));
    }
  }

  /** Records that another rank's answer allows steps of this rank. */
  void answered() {
    answered = true;
  }

  /** Returns whether messages are kept that must be tried again soon. */
  boolean hasBacklog() {
    return !backlog.isEmpty();
  }

  /** Returns whether this rank's own transfers have steps to try. */
  boolean hasSteps() {
    return steps.needLooks();
  }

  /**
   * Serves the kept messages as far as possible, and takes this rank's own steps.
   *
   * @return whether anything was done
   */
  public boolean workOff() {
    if (!answered && !hasBacklog() && !hasSteps()) {
      return false;
    }
    answered = false;
    boolean any = poll();
    return backlog.work(this::tryServe) || any;
  }

  /**
   * Serves a message, or drops it: no answer reaches an origin whose connection has failed. The
   * origin learns of that failure, see {@link
   * org.armci4j.transport.network.connection.Connections#tellFailures}.
   */
  private boolean tryServe(HelperRequest request) {
    ReplySlots origin = origins.apply(request.origin());
    if (isLost(origin)) {
      return drop(request);
    }
    try {
      return tryServeInOrder(origin, request);
    } catch (ArmciException e) {
      if (isLost(origin)) { // the connection failed meanwhile
        return drop(request);
      }
      throw e;
    }
  }

  private static boolean isLost(ReplySlots origin) {
    return origin.endpoint().progress().hasFailed();
  }

  private static boolean drop(HelperRequest request) {
    LOG.debug(
        "request {} of rank {} is dropped: the connection to that rank has failed",
        request.number(),
        request.origin());
    return true;
  }

  /** Returns whether {@link PackedAnswers} write the answer; they need room before it is served. */
  private static boolean isAnsweredByData(HelperRequest request) {
    return request.is(HelperRequest.Kind.GET_LIST) || request.is(HelperRequest.Kind.UPDATE_LIST);
  }

  private boolean tryServeInOrder(ReplySlots origin, HelperRequest request) {
    if (isAnsweredByData(request) && !answers.hasRoom(origin.endpoint())) {
      return false;
    }
    if (!isInOrder(request) || !origin.endpoint().beginTurn(OPERATIONS)) {
      return false;
    }
    try {
      return tryServe(origin, request);
    } finally {
      origin.endpoint().endTurn();
    }
  }

  private boolean isInOrder(HelperRequest request) {
    if (assisted.isInOrder(request)) {
      return true;
    }
    poll(); // only this thread polls while the rank computes
    return assisted.isInOrder(request);
  }

  /**
   * Polls. That this rank is cut off from the network ends the rank's own waits. It ends this
   * thread, and so the job, unless the job goes on without failed ranks.
   */
  private boolean poll() {
    try {
      return network.poll();
    } catch (ArmciException isCutOff) {
      if (!jobGoesOn) {
        throw isCutOff;
      }
      LOG.debug("found by the helper thread: {}", isCutOff.getMessage());
      return false;
    }
  }

  private boolean tryServe(ReplySlots origin, HelperRequest request) {
    try {
      if (refused[request.origin()]) {
        origin.acknowledge(request.number(), ReplySlots.REFUSED);
      } else if (request.is(HelperRequest.Kind.ASSISTED_PUT)
          || request.is(HelperRequest.Kind.ASSISTED_GET)) {
        return assist(origin, request);
      } else {
        carryOut(origin, request);
      }
    } catch (ArmciException | IllegalArgumentException | IndexOutOfBoundsException e) {
      LOG.error("request {} of rank {} is refused", request.number(), request.origin(), e);
      refused[request.origin()] = true;
      origin.acknowledge(request.number(), ReplySlots.REFUSED);
    }
    return true;
  }

  private boolean assist(ReplySlots origin, HelperRequest request) {
    segments.clear();
    long end = request.data() + request.lengthBytes();
    PackedRuns.readOwn(request.memory(), request.data(), end, segments);
    RemoteBlock block = block(segments.local(), request.address());
    return assisted.tryServe(
        origin, request, block.view(), offset(block, request.address()), segments);
  }

  private void carryOut(ReplySlots origin, HelperRequest request) {
    long address = request.address();
    switch (request.kind()) {
      case ACCUMULATE_LIST -> {
        accumulateList(request);
        origin.acknowledge(request.number(), ReplySlots.DONE);
      }
      case CHANGE_WORD -> answer(origin, request, changed(request));
      case ADD_LONG -> {
        RemoteBlock block = block(address, Long.BYTES);
        block.updateLong(UpdateKind.ADD, offset(block, address), request.first());
        origin.acknowledge(request.number(), ReplySlots.DONE);
      }
      case GET_WORD -> answer(origin, request, word(address, request.code()));
      case GET -> {
        putToOrigin(origin, request);
        origin.acknowledge(request.number(), ReplySlots.DONE);
      }
      case PUT_LIST -> {
        segments.clear();
        PackedRuns.unpack(request.memory(), request.data(), request.lengthBytes(), segments);
        RemoteBlock block = block(segments.remote(), address);
        block.putList(request.memory(), 0, offset(block, address), segments);
        origin.acknowledge(request.number(), ReplySlots.DONE);
      }
      case GET_LIST -> {
        segments.clear();
        long end = request.data() + request.lengthBytes();
        long runs = request.data() + PackedRuns.full(request.code());
        PackedRuns.readDescription(request.memory(), runs, end, segments);
        RemoteBlock block = block(segments.remote(), address);
        long sizeBytes = segments.sizeBytes();
        long place = answers.reserve(origin, sizeBytes);
        block.getList(offset(block, address), answers.memory(), place, segments);
        answers.send(origin, request, place, sizeBytes);
      }
      case UPDATE_LIST -> updateList(origin, request);
      case FIND -> answer(origin, request, blocks.isOffered(address, request.key()) ? 1 : 0);
      case ASSISTED_PUT, ASSISTED_GET -> throw new IllegalStateException("served elsewhere");
    }
  }

  /** Changes a word in this rank's memory; returns its old value. */
  private long changed(HelperRequest request) {
    WordChange change = PackedUpdates.change(request.code());
    boolean isLong = PackedUpdates.wordBytes(request.code()) == Long.BYTES;
    RemoteBlock block = block(request.address(), isLong ? Long.BYTES : Integer.BYTES);
    long at = offset(block, request.address());
    long first = request.first();
    if (change == WordChange.COMPARE_AND_SWAP) {
      return isLong
          ? block.compareAndSwapLong(at, first, request.second())
          : block.compareAndSwapInt(at, (int) first, (int) request.second());
    }
    if (change.kind() == null) {
      throw new IllegalArgumentException("a word alone has no change " + change);
    }
    return isLong
        ? block.updateLong(change.kind(), at, first)
        : block.updateInt(change.kind(), at, (int) first);
  }

  /** Returns the value of a word in this rank's memory. */
  private long word(long address, int lengthBytes) {
    RemoteBlock block = block(address, lengthBytes);
    long offset = offset(block, address);
    return switch (lengthBytes) {
      case Byte.BYTES -> block.getByte(offset);
      case Short.BYTES -> block.getShort(offset);
      case Integer.BYTES -> block.getInt(offset);
      case Long.BYTES -> block.getLong(offset);
      default ->
          throw new IllegalArgumentException(Text.format("no word has %d bytes", lengthBytes));
    };
  }

  private void putToOrigin(ReplySlots origin, HelperRequest request) {
    long address = request.address();
    int lengthBytes = (int) request.second();
    RemoteBlock block = block(address, lengthBytes);
    try (RemoteKey key = network.importKey(request.origin(), request.key())) {
      long from = offset(block, address);
      NetworkEndpoint there = origin.endpoint();
      there.transfer(false, block.view(), from, request.first(), key, lengthBytes);
    }
  }

  private void updateList(ReplySlots origin, HelperRequest request) {
    long end = request.data() + request.lengthBytes();
    long begin = request.data() + PackedRuns.full(request.code());
    PackedUpdates.read(request.second(), request.memory(), begin, end, updates);
    long start = updates.startBytes();
    long lengthBytes = updates.endBytes() - start;
    if (lengthBytes < 0 || !updates.isAligned(request.address())) {
      throw new IllegalArgumentException(
          Text.format("a list of words of %d bytes is not aligned", updates.wordBytes()));
    }
    RemoteBlock block = block(request.address() + start, lengthBytes);
    long offset = offset(block, request.address());
    long place = answers.reserve(origin, updates.resultBytes());
    block.updateList(offset, updates, answers.memory(), place);
    answers.send(origin, request, place, updates.resultBytes());
  }

  private void accumulateList(HelperRequest request) {
    segments.clear();
    PackedRuns.unpack(request.memory(), request.data(), request.lengthBytes(), segments);
    RemoteBlock block = block(segments.remote(), request.address());
    block.accumulateList(
        request.accumulation(), request.memory(), 0, offset(block, request.address()), segments);
  }

  /** Returns the block that holds all segments, whose offsets count from the address. */
  private RemoteBlock block(SegmentList.Side side, long address) {
    return block(address + side.startBytes(), side.endBytes() - side.startBytes());
  }

  private RemoteBlock block(long address, long lengthBytes) {
    RemoteBlock block = blocks.find(address, lengthBytes);
    if (block == null) {
      throw new ArmciException(
          Text.format(
              "%d bytes at 0x%x lie in no block of this rank: was it freed while others used it?",
              lengthBytes, address));
    }
    return block;
  }

  private static long offset(RemoteBlock block, long address) {
    return address - block.view().address();
  }

  private static void answer(ReplySlots origin, HelperRequest request, long value) {
    origin.answer(request.number(), value);
  }
}
