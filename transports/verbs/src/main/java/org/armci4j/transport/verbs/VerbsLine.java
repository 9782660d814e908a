package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.MessageCutter;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.ScatterLimits;
import org.armci4j.transport.network.ScatterLine;
import org.armci4j.transport.network.SilenceTimer;
import org.armci4j.transport.verbs.device.Access;
import org.armci4j.transport.verbs.device.Endpoint;
import org.armci4j.transport.verbs.device.QueuePair;
import org.armci4j.transport.verbs.device.ReceiveRequests;
import org.armci4j.transport.verbs.device.SendRequests;
import org.armci4j.transport.verbs.device.VerbsException;
import org.armci4j.transport.verbs.device.WorkStatus;
import org.armci4j.transport.verbs.key.LocalAccess;
import org.armci4j.transport.verbs.key.VerbsRemoteKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds one end of a line: a queue pair with a receive queue of its own. Each receive gives a
 * completion; of the messages of one call only the last does. Receives and messages each complete
 * in the order of posting.
 */
final class VerbsLine implements ScatterLine {
  private static final Logger LOG = LoggerFactory.getLogger(VerbsLine.class);

  private final int index;
  private final QueuePair queuePair;
  private final Connection connection;
  private final LocalAccess access;
  private final Lines lines;
  private final Endpoint own;
  private final ScatterLimits ownLimits;
  private final int depth;
  private final CompletionRoom receiveRoom;
  private final CompletionRoom sendRoom;

  /** Set by {@link #connect}, as are the next three fields. */
  private ScatterLimits limits;

  private MessageCutter cutter;
  private SendRequests sends;
  private ReceiveRequests receives;

  // Written by the thread that posts, read by any:
  private volatile long lastReceive;
  private volatile long lastSend;

  // Written by the thread that polls:
  private volatile long received;
  private volatile long sent;

  private final SilenceTimer silence = new SilenceTimer();

  /**
   * @param index in the table of lines
   * @param queuePair not open yet
   * @param connection to the same rank; carries requests and answers
   * @param access decides whether memory is used in place
   * @param ownLimits of this end
   * @param depth most messages under way in each direction
   */
  VerbsLine(
      int index,
      QueuePair queuePair,
      Connection connection,
      LocalAccess access,
      Lines lines,
      ScatterLimits ownLimits,
      int depth) {
    this.index = index;
    this.queuePair = queuePair;
    this.connection = connection;
    this.access = access;
    this.lines = lines;
    this.ownLimits = ownLimits;
    this.depth = depth;
    this.receiveRoom = new CompletionRoom(lines.receiveRoom());
    this.sendRoom = new CompletionRoom(lines.sendRoom());
    this.own = queuePair.open(lines.adapter().path(), Access.LOCAL_WRITE);
  }

  @Override
  public byte[] address() {
    ByteBuffer bytes = ByteBuffer.allocate(Endpoint.ENCODED_BYTES + Integer.BYTES + Long.BYTES);
    own.writeTo(bytes);
    bytes.putInt(ownLimits.maxSegments()).putLong(ownLimits.maxBytes());
    return bytes.array();
  }

  @Override
  public void connect(byte[] address) {
    ByteBuffer bytes = ByteBuffer.wrap(address);
    Endpoint other = Endpoint.readFrom(bytes);
    limits = ownLimits.and(new ScatterLimits(bytes.getInt(), bytes.getLong()));
    cutter = new MessageCutter(limits);
    sends = new SendRequests(depth, depth * limits.maxSegments(), 0);
    receives = new ReceiveRequests(depth, depth * limits.maxSegments());
    queuePair.connect(other, lines.adapter().retries());
  }

  @Override
  public ScatterLimits limits() {
    return limits;
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public long localKey(MemorySegment memory, long offset, SegmentList list, boolean written) {
    if (connection.hasMoved()) {
      return NO_KEY; // a line does not move to another rail
    }
    return access.ofMessages(memory, offset, list, written);
  }

  @Override
  public void release(long localKey) {
    access.release(localKey);
  }

  @Override
  public long tryReceive(long base, long localKey, SegmentList list) {
    int count = cutter.count(list);
    long last = lastReceive + count;
    if (last - received > depth || !receiveRoom.tryTake(count)) {
      return 0;
    }
    receives.clear();
    for (long number = lastReceive; cutter.nextMessage(); ) {
      receives.begin(lines.receiveId(index, ++number));
      while (cutter.nextPiece()) {
        receives.segment(base + cutter.offset(), cutter.lengthBytes(), (int) localKey);
      }
    }
    lastReceive = last;
    post(() -> queuePair.post(receives));
    return last;
  }

  @Override
  public long trySend(long base, long localKey, SegmentList list) {
    int count = cutter.count(list);
    long last = lastSend + count;
    if (last - sent > depth || !sendRoom.tryTake(1)) {
      return 0;
    }
    sends.clear();
    for (long number = lastSend; cutter.nextMessage(); ) {
      sends.send(lines.sendId(index, ++number), 0);
      while (cutter.nextPiece()) {
        sends.segment(base + cutter.offset(), cutter.lengthBytes(), (int) localKey);
      }
    }
    sends.addFlags(SendRequests.SIGNALLED);
    lastSend = last;
    post(() -> lines.sink(queuePair).post(sends));
    return last;
  }

  private void post(Runnable call) {
    try {
      call.run();
    } catch (VerbsException refused) {
      fail("messages of a list were refused: " + refused.getMessage());
    }
  }

  private void fail(String reason) {
    connection.progress().fail(reason);
  }

  /**
   * Fails the connection if messages are under way and none ends for too long. The other end has
   * posted its receives, so only a device can be at fault. Receives are not watched, as their
   * messages may not have been sent.
   */
  void look(long sinceNanos, long limitNanos) {
    if (silence.look(sent, sends(), sinceNanos) > limitNanos && limitNanos > 0) {
      fail(
          Text.format(
              "messages of a list did not end within %s, nor did the device tell why",
              VerbsSettings.REQUEST_TIMEOUT.name()));
    }
  }

  /** Learns that a receive is complete. */
  void receiveCompleted(int status, int vendorError) {
    receiveRoom.giveBack();
    if (status == WorkStatus.SUCCESS) {
      long next = received + 1;
      received = next;
    } else {
      failed("receive of a list's data", status, vendorError);
    }
  }

  /** Learns that the last message of a call is complete, and all before it. */
  void sendCompleted(long low, long mask, int status, int vendorError) {
    sendRoom.giveBack();
    if (status == WorkStatus.SUCCESS) {
      long before = sent;
      sent = before + ((low - before) & mask);
    } else {
      failed("message of a list's data", status, vendorError);
    }
  }

  /** Fails the connection. The first error tells the cause; later requests are only flushed. */
  private void failed(String what, int status, int vendorError) {
    fail(
        Text.format(
            "%s ended with %s, vendor error %d", what, WorkStatus.text(status), vendorError));
  }

  @Override
  public boolean receives() {
    return lastReceive != received;
  }

  @Override
  public boolean sends() {
    return lastSend != sent;
  }

  @Override
  public long received() {
    return received;
  }

  @Override
  public long sent() {
    return sent;
  }

  @Override
  public boolean tryRequest(RegisteredMemory.Part message, int lengthBytes) {
    int key = VerbsRegistration.localKey(message.registration());
    return connection.trySend(message.address(), lengthBytes, key);
  }

  @Override
  public void putAnswer(long value, long remote, RemoteKey key) {
    connection.writeLongAndNotify(value, VerbsInbox.ANSWER, remote, VerbsRemoteKey.of(key));
  }

  /**
   * Resets the queue pair. A thread may post meanwhile: a queue pair in the state RESET receives
   * and completes nothing.
   */
  @Override
  public void reset() {
    try {
      queuePair.reset();
    } catch (VerbsException gone) {
      LOG.warn("a line was not reset, so its device has gone: {}", gone.getMessage());
    }
    receiveRoom.giveBackAll();
    sendRoom.giveBackAll();
  }

  @Override
  public void close() {
    queuePair.close();
  }
}
