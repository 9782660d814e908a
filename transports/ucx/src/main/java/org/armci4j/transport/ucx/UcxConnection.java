package org.armci4j.transport.ucx;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.HelperTurn;
import org.armci4j.transport.network.NetworkConnection;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.PendingCopies;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.ucx.RequestWindow.Kind;
import org.armci4j.transport.ucx.ucp.UcpWorker;
import org.armci4j.transport.ucx.ucp.UcxException;
import org.armci4j.transport.ucx.ucp.api.Ucp;
import org.armci4j.transport.ucx.ucp.api.UcsStatus;
import org.armci4j.waiting.OpenCondition;

/**
 * The connection to a rank: an endpoint of UCX, and the operations under way there. A thread starts
 * an operation between {@link #begin} and {@link #end}.
 *
 * <p>UCX promises no order between operations, so a fence of the worker stands before each (of a
 * list, before the first). Tickets are the numbers of the operations that were not complete at
 * once; they are retired in order.
 */
final class UcxConnection implements NetworkConnection {
  private static final OpenCondition<UcxConnection> HAS_ROOM =
      (connection, _, _) -> connection.hasRoom();

  private final int rank;
  private final UcxShared shared;
  private final OriginWorker origin;
  private final UcpWorker worker;
  private final EndpointProgress progress;
  private final RequestWindow window;
  private final PendingCopies copies;
  private final HelperTurn turn;

  /**
   * Keys given up while operations were under way; guarded by the origin's lock, like all below.
   */
  private final List<Long> unusedKeys = new ArrayList<>();

  private final Unanswered unanswered = new Unanswered();

  /** UCX's endpoint; 0 before it is connected, and after its end. Written under the lock. */
  private volatile long handle;

  /** Address of a word at the target that can be read at any time. */
  private long probe;

  private UcxRemoteKey probeKey;
  private volatile boolean inOrder;

  /** Whether the previous look found an unanswered operation. */
  private boolean noticed;

  UcxConnection(int rank, UcxShared shared) {
    this.rank = rank;
    this.shared = shared;
    this.origin = shared.origin();
    this.worker = origin.worker();
    this.window = new RequestWindow(shared.depth());
    this.copies = new PendingCopies(shared.depth());
    this.progress =
        new EndpointProgress(
            shared.context().bootstrap().rank(),
            rank,
            "UCX",
            shared.context().failures(),
            shared.waiter(),
            window::text,
            copies,
            this);
    this.turn = new HelperTurn(progress);
  }

  /** Returns the state that the connections of this rank share. */
  UcxShared shared() {
    return shared;
  }

  /** Returns the other side. */
  int rank() {
    return rank;
  }

  /** Returns the progress of the operations. */
  EndpointProgress progress() {
    return progress;
  }

  /** Returns the operations under way; for the holder of the lock. */
  RequestWindow window() {
    return window;
  }

  /** Returns the copies of data that operations bring; for the holder of the lock. */
  PendingCopies copies() {
    return copies;
  }

  /** Returns the worker that starts operations; for the holder of the lock. */
  UcpWorker worker() {
    return worker;
  }

  /** Returns UCX's endpoint, 0 after its end; for the holder of the lock. */
  long handle() {
    return handle;
  }

  /** Connects to the other side. */
  void connect(byte[] address) {
    UcxAddress other = UcxAddress.decode(address);
    progress.setHost(other.host());
    origin.lock();
    try {
      handle = worker.connect(other.worker());
      probe = other.probe();
      probeKey = new UcxRemoteKey(origin, other.probeKey());
      inOrder = other.onlyTcp() && shared.address().onlyTcp();
    } catch (UcxException e) {
      throw new ArmciException(
          Text.format(
              "there is no way to rank %d on host %s: %s; look whether this host reaches that one"
                  + " (ip route get), and whether ucxDevices names the right devices",
              rank, other.host(), e.getMessage()),
          e);
    } finally {
      origin.unlock();
    }
  }

  /**
   * Returns whether the other side carries out all operations, active messages too, in the order of
   * their start. Over TCP UCX itself sends puts, gets and updates as active messages, all through
   * one TCP connection, however many devices there are.
   */
  boolean isInOrder() {
    return inOrder;
  }

  private boolean hasRoom() {
    progress.check();
    return room() > 0;
  }

  /** Returns how many operations can be started; for the holder of the lock. */
  int room() {
    return (int) (shared.depth() - progress.started() + progress.complete());
  }

  /**
   * Begins as many operations as there is room for, without a wait for room, as {@link
   * NetworkEndpoint#tryBegin}. Returns how many: 0 for a thread that holds the lock already, and
   * while the helper thread claims the next room.
   */
  int tryBegin(int most) {
    if (origin.isHeld() || turn.isClaimed()) {
      return 0;
    }
    origin.lock();
    int begun = progress.hasFailed() ? 0 : Math.min(most, room());
    if (begun < 1) {
      origin.unlock();
      return 0;
    }
    return begun;
  }

  /** Takes the origin's lock, with room for one more operation; {@link #end} gives it back. */
  void begin() {
    if (!origin.isHeld()) {
      turn.letPass();
    }
    origin.lock();
    try {
      while (!hasRoom()) {
        origin.unlock();
        try {
          progress.await(HAS_ROOM, this, 0, 0, "room for one more operation");
        } finally {
          origin.lock();
        }
      }
      endIfFailed(); // as its rank is a suspect: UCX gets nothing more for it
    } catch (RuntimeException e) {
      origin.unlock();
      throw e;
    }
  }

  /** Gives the origin's lock back. */
  void end() {
    origin.unlock();
  }

  /**
   * Begins the helper thread's turn if there is room, else claims the next room. The helper may
   * take the origin's lock: no thread waits for another rank while it holds that lock.
   */
  boolean beginTurn(int operations) {
    progress.check();
    origin.lockForHelper();
    if (progress.hasFailed()) {
      origin.unlock();
      return false;
    }
    if (progress.started() - progress.complete() + operations <= shared.depth()) {
      turn.take();
      return true;
    }
    origin.unlock();
    turn.claim();
    return false;
  }

  /** Makes later operations take effect after earlier ones; for the holder of the lock. */
  void order() {
    origin.order();
  }

  /** Returns the number of the next operation; for the holder of the lock. */
  long next() {
    return progress.started() + 1;
  }

  /**
   * Notes an operation that has been handed to UCX. One that fails while its rank is only suspected
   * to have failed is under way until that rank is known to be lost.
   *
   * @param pointer UCX's status pointer
   * @return a ticket
   */
  long started(long pointer, Kind kind, long remote, long sizeBytes) {
    unanswered.started(kind, inOrder);
    if (pointer == 0) {
      return RemoteBlock.COMPLETE;
    }
    long number = next();
    window.describe(number, kind, remote, sizeBytes);
    if (UcsStatus.isError(pointer)) {
      fail(number, (byte) pointer);
      progress.check();
      progress.start(number, number);
      return number;
    }
    boolean wasIdle = progress.complete() == number - 1;
    window.set(number, pointer);
    progress.start(number, number);
    if (wasIdle) {
      origin.becomesBusy(this);
    }
    origin.started(sizeBytes); // after becomesBusy: the helper checks that before it sleeps
    return number;
  }

  /**
   * Notes a transfer that was started as several operations, each of which may be short. Any thread
   * may call it.
   *
   * @param ticket of the last one
   * @param sizeBytes of all
   */
  void startedAll(long ticket, long sizeBytes) {
    if (ticket != RemoteBlock.COMPLETE) {
      origin.started(sizeBytes);
    }
  }

  /** Returns whether operations are under way; for the holder of the lock. */
  boolean hasUnderWay() {
    return !progress.hasFailed() && progress.started() != progress.complete();
  }

  /**
   * Retires complete operations in order; for the holder of the lock. Returns whether any ended.
   */
  boolean retire() {
    long done = progress.complete();
    long last = done;
    int status = UcsStatus.OK;
    while (last < progress.started() && !progress.hasFailed()) {
      long request = window.request(last + 1);
      status = worker.check(request);
      if (status != UcsStatus.OK) {
        break;
      }
      worker.free(request);
      last++;
      window.forget(last);
    }
    if (last > done) {
      copies.copy(done, last);
      progress.completeUpTo(last);
    }
    if (status < 0) {
      fail(last + 1, status);
    }
    return last > done || status < 0;
  }

  /** Fails the endpoint; for the holder of the lock. */
  private void fail(long number, int status) {
    progress.fail(Text.format("%s failed: %s", window.text(number), UcsStatus.text(status)));
    disconnect(); // also where something else has failed it before
  }

  /** Ends a connection that has failed by another reason than UCX's; for the holder of the lock. */
  void endIfFailed() {
    if (progress.hasFailed()) {
      disconnect();
    }
  }

  private void disconnect() {
    if (handle == 0 || origin.isClosed()) {
      return;
    }
    worker.disconnect(handle);
    handle = 0; // from here on the memory of the operations is free
    for (long number = progress.complete() + 1; number <= progress.started(); number++) {
      worker.free(window.request(number));
      window.forget(number);
    }
    releaseUnused();
  }

  /**
   * Makes a key of that rank's memory usable, unless the connection has ended; for the holder of
   * the lock.
   *
   * @return 0 after the end, when no operation needs it
   */
  long unpack(byte[] packed) {
    return handle == 0 ? 0 : worker.unpackKey(handle, packed);
  }

  /** Gives up a key of {@link #unpack}, once no operation uses it; for the holder of the lock. */
  void release(long key) {
    if (origin.isClosed()) {
      return;
    }
    unusedKeys.add(key);
    if (handle == 0 || progress.started() == progress.complete()) {
      releaseUnused();
    }
  }

  private void releaseUnused() {
    unusedKeys.forEach(worker::releaseKey);
    unusedKeys.clear();
  }

  /** Returns a key in the form that operations take; for the holder of the lock. */
  long key(RemoteKey key) {
    return ((UcxRemoteKey) key).handle(this);
  }

  /** Waits until all started operations are carried out at the other side. */
  void flush() {
    long ticket;
    begin();
    try {
      ticket =
          unanswered.hasMarks()
              ? ask()
              : unanswered.hasPuts()
                  ? started(worker.flush(handle), Kind.FLUSH, 0, 0)
                  : progress.started();
    } finally {
      end();
    }
    progress.await(ticket, "fence");
  }

  /**
   * Starts a put, a get and an update of the other side's probe word, and a flush. When the flush
   * is complete, all connections exist by which UCX sends anything.
   *
   * @return a ticket
   */
  long useAll() {
    begin();
    try {
      order();
      long put = worker.put(handle, window.operand(next()), Long.BYTES, probe, key(probeKey));
      started(put, Kind.PUT, probe, Long.BYTES);
      ask();
      long operand = window.operand(next());
      long result = window.result(next());
      int add = Ucp.UCP_ATOMIC_OP_ADD;
      long update = worker.atomic(handle, add, Long.BYTES, operand, result, probe, key(probeKey));
      started(update, Kind.ATOMIC, probe, Long.BYTES);
      return started(worker.flush(handle), Kind.FLUSH, 0, 0);
    } finally {
      end();
    }
  }

  /** Reads the probe word, so that the other side answers; for the holder of the lock. */
  private long ask() {
    long to = window.result(next());
    long pointer = worker.get(handle, to, Long.BYTES, probe, key(probeKey));
    return started(pointer, Kind.QUESTION, probe, Long.BYTES);
  }

  /**
   * Asks for an answer if nothing else would reveal a failed connection: an unanswered operation is
   * complete whether it arrives or not. Asks only at the second look, so that closing ranks do not
   * ask each other in their last moments. Does not wait.
   */
  void look() {
    if (inOrder && progress.started() == progress.complete() && tryBegin(1) > 0) {
      try {
        boolean asks = noticed && unanswered.isAny();
        if (asks) {
          ask();
        }
        noticed = !asks && unanswered.isAny();
      } finally {
        end();
      }
    }
  }

  /** Ends the connection, whatever is under way. */
  @Override
  public void close() {
    origin.lock();
    try {
      disconnect();
    } finally {
      origin.unlock();
    }
  }

  @Override
  public boolean isClosed() {
    return handle == 0 || progress.started() == progress.complete();
  }
}
