package org.armci4j.transport.ucx;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.HelperInbox;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.ucx.port.Acknowledgements;
import org.armci4j.transport.ucx.ucp.UcpWorker;
import org.armci4j.transport.ucx.ucp.UcxException;
import org.armci4j.transport.ucx.ucp.api.UcsStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The worker at which this rank receives messages to the helper thread, and other ranks' accesses
 * to its memory. Where the network has no hardware for these accesses, they happen only while the
 * helper thread polls here.
 */
final class UcxInbox implements HelperInbox {
  private static final Logger LOG = LoggerFactory.getLogger(UcxInbox.class);

  /** Kind of a message, in the lowest byte of its tag. */
  private static final int MESSAGE = 0;

  /** Kind of a notification, which has no bytes. */
  private static final int NOTIFICATION = 1;

  private static final int KIND_BITS = 8;

  /**
   * Longest sleep while operations of this rank are under way. A computing rank does not advance
   * them, such as a long put that waits for room, or an answer of this helper that waits for a
   * connection. Where no thread advances them, arrivals for them end the sleep.
   */
  private static final long BUSY_SLEEP_NANOS = 1_000_000;

  /**
   * A sleep of this length shows that nothing is left of long transfers, unless the other side
   * takes nothing. In that case the rest goes with the next look.
   */
  private static final long SETTLED_NANOS = 100_000_000;

  private final UcpWorker worker;
  private final OriginWorker origin;
  private final boolean seesAnswers;
  private final Acknowledgements acknowledgements;
  private final NetworkFailure failures;
  private MemorySegment message;
  private final UcxSignalMessages.Writes writes = new UcxSignalMessages.Writes();

  /** Request of a message that has arrived in part; 0 if there is none. */
  private long receiving;

  /** Rank that sends the message. */
  private int sender;

  /** Memory of messages that may still arrive in part. */
  private final List<MemorySegment> left = new ArrayList<>();

  private boolean armed;

  /** Number of long transfers started before the latest look at them. */
  private int longStarts;

  /** Whether a long transfer was started between the two latest looks. */
  private boolean isFirstLook;

  private OriginWorker.Relief relief = OriginWorker.Relief.NOT_NEEDED;

  /**
   * Whether the helper thread sleeps for long, as no operations of this rank are under way. The
   * helper sets this flag and then checks for operations. A thread that starts an operation counts
   * it and then reads the flag. So one sees the other.
   */
  private volatile boolean sleepsLong;

  /**
   * @param worker serves this object alone
   * @param origin this rank's other worker
   * @param seesAnswers whether others' answers are messages, as over TCP: a device would write them
   *     without any message
   * @param acknowledgements of what arrives at the worker
   * @param messageBytes the longest message
   * @param failures knows whether the job goes on without failed ranks
   */
  UcxInbox(
      UcpWorker worker,
      OriginWorker origin,
      boolean seesAnswers,
      Acknowledgements acknowledgements,
      int messageBytes,
      NetworkFailure failures) {
    this.failures = failures;
    this.worker = worker;
    this.origin = origin;
    this.seesAnswers = seesAnswers;
    this.acknowledgements = acknowledgements;
    this.message = Raw.allocate(messageBytes);
    worker.onActiveMessage(writes);
    origin.onLongStarted(this::wakeForTransfer);
  }

  /** Returns the tag of a rank's messages. */
  static long messageTag(int rank) {
    return (long) rank << KIND_BITS | MESSAGE;
  }

  /** Returns the tag of a rank's notifications. */
  static long notificationTag(int rank) {
    return (long) rank << KIND_BITS | NOTIFICATION;
  }

  private void wakeForTransfer() {
    if (sleepsLong) {
      sleepsLong = false;
      worker.signal();
    }
  }

  @Override
  public boolean receive(Receiver receiver) {
    boolean any = worker.progress();
    if (writes.hasFailed()) {
      throw new ArmciException("a message of another rank is too short to be one");
    }
    if (writes.takeNotified()) {
      receiver.notified();
    }
    while (takeMessage(receiver)) {
      any = true;
    }
    if (any) {
      acknowledgements.arrived();
      if (origin.hasUnderWay()) {
        origin.poll();
      }
      origin.moved(); // an awaited answer may have come
    }
    return any;
  }

  /** Gives one message to the receiver; returns false if none has arrived in full. */
  private boolean takeMessage(Receiver receiver) {
    if (receiving == 0) {
      long next = worker.nextMessage();
      if (next == 0) {
        return false;
      }
      boolean isNotification = (worker.tag() & ((1 << KIND_BITS) - 1)) == NOTIFICATION;
      sender = (int) (worker.tag() >>> KIND_BITS);
      long pointer = worker.receive(next, message.address(), message.byteSize());
      if (UcsStatus.isError(pointer)) {
        failed((byte) pointer);
        return true;
      }
      if (isNotification) {
        free(pointer);
        receiver.notified();
        return true;
      }
      receiving = pointer;
    }
    return giveWhole(receiver);
  }

  private boolean giveWhole(Receiver receiver) {
    if (receiving != 0) {
      int status = worker.check(receiving);
      if (status == UcsStatus.IN_PROGRESS) {
        dropIfFailed();
        return false;
      }
      free(receiving);
      receiving = 0;
      if (status != UcsStatus.OK) {
        failed(status);
        return true;
      }
    }
    receiver.message(message, 0);
    return true;
  }

  /**
   * Waits no longer for the rest of a message when the connection to its sender has failed: it
   * would keep all other ranks waiting. The rest may be on its way all the same, so the memory of
   * that message gets no other use.
   */
  private void dropIfFailed() {
    if (!failures.jobGoesOn()) {
      return; // there a failed connection ends the job
    }
    EndpointProgress toSender = origin.progressTo(sender);
    if (toSender != null && toSender.hasFailed()) {
      worker.free(receiving);
      receiving = 0;
      left.add(message);
      message = Raw.allocate(message.byteSize());
    }
  }

  private void free(long request) {
    if (request != 0) {
      worker.free(request);
    }
  }

  /** Handles the loss of a message. It concerns its sender alone where the job goes on. */
  private void failed(int status) {
    UcxException problem = new UcxException("receiving a message to the helper thread", status);
    EndpointProgress toSender = origin.progressTo(sender);
    if (toSender == null || !failures.jobGoesOn()) {
      throw problem;
    }
    LOG.warn("a message of rank {} is lost", sender, problem);
    if (status == UcsStatus.TRUNCATED) {
      toSender.failWithoutSuspect(problem.getMessage());
    } else {
      toSender.fail(problem.getMessage()); // the sender may be dying
    }
  }

  @Override
  public void arm() {
    int starts = origin.longStarts();
    isFirstLook = starts != longStarts;
    longStarts = starts;
    relief = origin.mayNeedRelief() ? origin.relieve() : OriginWorker.Relief.NOT_NEEDED;
    armed = worker.arm();
  }

  @Override
  public void await(long timeoutNanos) {
    if (!armed || relief == OriginWorker.Relief.MOVED) {
      return;
    }
    sleepsLong = true;
    boolean isShort = looksAgainSoon();
    if (isShort) {
      sleepsLong = false;
    }
    long sleepNanos = isShort ? Math.min(timeoutNanos, BUSY_SLEEP_NANOS) : timeoutNanos;
    long since = System.nanoTime();
    boolean hasCome =
        relief == OriginWorker.Relief.ARMED
            ? worker.awaitEither(origin.worker(), sleepNanos)
            : worker.await(sleepNanos);
    sleepsLong = false;
    if (hasCome) {
      acknowledgements.arrivedAfter(System.nanoTime() - since);
    }
    if (!hasCome && sleepNanos >= SETTLED_NANOS) {
      origin.hasSettled(longStarts);
    }
  }

  /**
   * Returns whether the helper must look again soon. The first look after the start of a long
   * transfer still counts the starting thread as attending, though that thread may compute by now.
   */
  private boolean looksAgainSoon() {
    return origin.hasUnderWay()
        || origin.longStarts() != longStarts
        || (isFirstLook && relief == OriginWorker.Relief.NOT_NEEDED);
  }

  @Override
  public boolean seesAnswers() {
    return seesAnswers;
  }

  @Override
  public void wake() {
    worker.signal();
  }
}
