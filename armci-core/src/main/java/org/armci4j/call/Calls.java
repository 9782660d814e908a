package org.armci4j.call;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.InPlace;
import org.armci4j.waiting.ShortWork;

/**
 * Global procedure calls. A rank registers procedures by number, and every rank can call them
 * there, with a request and a reply of bytes.
 *
 * <pre>{@code
 * try (Calls calls = Calls.open(armci)) {
 *   calls.register(1, (origin, request, reply) -> { … return replyBytes; });
 *   armci.barrier();
 *   int replyBytes = calls.call(right, 1, request, reply);
 *   armci.barrier();
 * }
 * }</pre>
 *
 * <p><b>Progress.</b> A helper thread of the target serves the calls, independently of the target's
 * own threads. It runs one handler after the other. Over a network, the receiving thread wakes the
 * helper thread, but runs handlers {@linkplain #registerShort registered as short} itself at once.
 *
 * <p><b>Which calls are allowed.</b> Any thread may call any rank, including its own. So may a
 * handler: while it waits, its helper thread serves other calls, so ranks whose handlers call each
 * other make progress. The slots limit such nesting: at most {@code callSlots} handlers of one rank
 * can wait at once for calls to the same target, and further calls are refused. A program must not
 * wait for a call that a handler started, nor a handler for a call that a program started.
 *
 * <p><b>Limits.</b> A request longer than the setting {@code callBytes} is refused. A reply can be
 * as long as the caller's buffer, but at most {@code callBytes}. Up to {@code callSlots} calls from
 * one rank to another are under way at once; a further call waits. Each rank provides each rank,
 * including itself, {@code 4 · callSlots · callBytes} bytes of memory, and up to {@code 2 ·
 * callSlots} KiB more for short replies.
 *
 * <p><b>Order.</b> The handler sees the caller's earlier puts to the target; the caller sees all
 * effects of the handler. Calls of a thread that waits for each one run in order; calls under way
 * at the same time run in any order.
 *
 * <p><b>Errors.</b> When the handler throws, when no procedure has the number, or when the target
 * has closed its calls, the wait ends with an {@link ArmciException} that names target, number and
 * reason. When the target fails, the wait ends with a {@link
 * org.armci4j.error.RankFailedException}; in a job that does not go on, when any rank fails.
 *
 * <p>{@link #open} is collective. A runtime needs one {@code Calls}; each has a thread of its own.
 *
 * <p>Source: ARMCI's {@code ARMCI_Gpc_register}, {@code ARMCI_Gpc_exec} and {@code ARMCI_Gpc_wait}.
 */
public final class Calls implements AutoCloseable {
  private final CallMemory memory;
  private final Target[] targets;
  private final Procedures procedures = new Procedures();
  private final CallThread helper;
  private final ShortCalls shortCalls;
  private final long defaultTimeoutNanos;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Calls(CallMemory memory) {
    this.memory = memory;
    this.targets = new Target[memory.layout().ranks()];
    for (int rank = 0; rank < targets.length; rank++) {
      targets[rank] = new Target(memory, rank);
    }
    Requests requests = Requests.all(memory, procedures);
    Unsent unsent = new Unsent();
    this.helper = new CallThread(memory, new CallServer(memory, requests, unsent));
    this.shortCalls = new ShortCalls(memory, requests.ofShortHandlers(), unsent);
    long timeoutNanos = memory.armci().settings().get(ArmciSettings.WAIT_TIMEOUT).toNanos();
    this.defaultTimeoutNanos = timeoutNanos == 0 ? Long.MAX_VALUE : timeoutNanos;
  }

  /**
   * Makes the slots and starts the helper thread. Collective.
   *
   * @param armci the rank's runtime, to be closed after the returned object
   * @return this rank's side of the calls
   * @throws ArmciException as {@link Armci#allocate}, and on every rank when the settings {@code
   *     callSlots} or {@code callBytes} differ between ranks
   */
  public static Calls open(Armci armci) {
    Objects.requireNonNull(armci, "armci");
    int slots = armci.settings().get(ArmciSettings.CALL_SLOTS);
    int limitBytes = Math.toIntExact(armci.settings().get(ArmciSettings.CALL_BYTES));
    CallLayout layout = new CallLayout(armci.size(), slots, limitBytes);
    Calls calls = new Calls(CallMemory.allocate(armci, layout));
    calls.start();
    return calls;
  }

  /**
   * Starts the helper thread, which finds requests that came before the short calls were registered
   * as work.
   */
  private void start() {
    memory.armci().helperSignals().addReceiverWork(shortCalls);
    helper.start();
    memory.wakeHelper();
    memory.armci().onFailure(this::lookAgain);
  }

  /** Has a handler look again that waits for its own call to a rank, which may have failed. */
  private void lookAgain() {
    try {
      memory.bumpArrivals(memory.rank());
    } catch (ArmciException over) {
      // This runtime has closed, and with it the handlers' waits have ended.
    }
  }

  /**
   * Registers a procedure of this rank. A barrier before the first call of it ensures that the call
   * finds it.
   *
   * @param number its number, from 0 to 65535
   * @param handler its handler
   * @throws ArmciException when the number is out of range or taken
   */
  public void register(int number, Handler handler) {
    register("register", number, handler, false);
  }

  /**
   * Registers a procedure of this rank that is short and never waits. Over a network, its calls do
   * not wait for the helper thread to wake up. Otherwise as {@link #register}.
   *
   * <p>Such a handler runs on the thread that receives the call. Over a network that is the
   * network's helper thread, or a thread of this rank that waits in the runtime; between ranks of
   * one host it is the helper thread of the calls. Until the handler returns, this rank's network
   * serves no other rank, so it should take only microseconds.
   *
   * <p><b>It may</b> read its request, write its reply, and use all memory that loads and stores
   * reach: Java objects, its rank's blocks by {@link org.armci4j.GlobalMemory#local}, and other
   * ranks' blocks by {@link org.armci4j.GlobalMemory#view}, with plain accesses or with a {@link
   * java.lang.invoke.VarHandle}.
   *
   * <p><b>It must not</b> wait. The runtime refuses each operation that would have to wait. It
   * always refuses collective operations and their handles, mutexes, procedure calls, ending access
   * to shared blocks, closing, and operations over a network. A refused operation has sent and
   * counted nothing, and leaves the rank as it was. It throws an {@link ArmciException} that names
   * the operation; if the handler does not catch that, the call fails.
   *
   * <p>The runtime cannot see other waits, such as a sleep or a monitor that another thread holds.
   * They delay all requests to this rank. A lock whose holder waits in the runtime blocks them
   * forever.
   *
   * <p><b>Order.</b> As for other calls, except that a short handler may run at the same time as
   * any other handler, short or not.
   *
   * @param number its number, from 0 to 65535
   * @param handler its handler
   * @throws ArmciException when the number is out of range or taken
   */
  public void registerShort(int number, Handler handler) {
    register("registerShort", number, handler, true);
  }

  private void register(String operation, int number, Handler handler, boolean isShort) {
    memory.armci().requireOpen(operation);
    Objects.requireNonNull(handler, "handler");
    procedures.register(operation, number, new Procedure(handler, isShort));
  }

  /**
   * Removes a procedure of this rank; a running call of it is not disturbed.
   *
   * @param number its number
   * @throws ArmciException when no procedure has the number
   */
  public void unregister(int number) {
    memory.armci().requireOpen("unregister");
    procedures.unregister(number);
  }

  /**
   * Calls a procedure and waits for its reply.
   *
   * @param rank the target
   * @param number the number of the procedure
   * @param request the request
   * @param reply the buffer for the reply
   * @return the length of the reply, in bytes
   * @throws ArmciException for a wrong argument, or when the call failed at its target
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set; the
   *     procedure may still run, and its reply is dropped
   */
  public int call(int rank, int number, MemorySegment request, MemorySegment reply) {
    requireAnswerable("call", number, reply);
    CallSlot slot = claim("call", rank, request);
    try {
      Call call = slot.blocking();
      post(slot, call, number, request, reply);
      try {
        return await(call);
      } finally {
        call.abandon(slot);
      }
    } finally {
      endTurn(rank, slot);
    }
  }

  private void endTurn(int rank, CallSlot slot) {
    if (!slot.forHandlers()) {
      targets[rank].endTurn();
    }
  }

  /**
   * Starts to call a procedure. The request may be reused at once; the reply buffer belongs to the
   * call until the call is complete. Waits while {@code callSlots} calls to the target are under
   * way.
   *
   * @param rank the target
   * @param number the number of the procedure
   * @param request the request
   * @param reply the buffer for the reply
   * @param call tracks the reply; must not be under way
   * @throws ArmciException for a wrong argument
   */
  public void nbCall(int rank, int number, MemorySegment request, MemorySegment reply, Call call) {
    requireAnswerable("nbCall", number, reply);
    Objects.requireNonNull(call, "call").requireIdle();
    CallSlot slot = claim("nbCall", rank, request);
    try {
      post(slot, call, number, request, reply);
      call.letGo(slot);
    } finally {
      endTurn(rank, slot);
    }
  }

  /** Throws for arguments that would otherwise fail when the reply comes. */
  private static void requireAnswerable(String operation, int number, MemorySegment reply) {
    Procedures.requireNumber(operation, number);
    if (Objects.requireNonNull(reply, "reply").isReadOnly()) {
      throw new ArmciException(
          operation + ": the reply is read-only; give one that can be written");
    }
    InPlace.requireUsable(operation, "reply", reply);
  }

  private CallSlot claim(String operation, int rank, MemorySegment request) {
    memory.armci().requireOpen(operation);
    ShortWork.refuse(operation);
    InPlace.requireUsable(operation, "request", Objects.requireNonNull(request, "request"));
    if (rank < 0 || rank >= targets.length) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: there is no rank %d, ranks are 0 to %d",
              operation, memory.rank(), rank, targets.length - 1));
    }
    if (request.byteSize() > memory.layout().limitBytes()) {
      throw new ArmciException(
          Text.format(
                  "%s on rank %d by rank %d: a request of %d bytes is above the limit of %d; send"
                      + " less at",
                  operation, rank, memory.rank(), request.byteSize(), memory.layout().limitBytes())
              + " once, put the data and call without it, or raise ARMCI_CALL_BYTES");
    }
    Target target = targets[rank];
    return helper.isCurrent() ? target.claimForHandler() : target.claim(defaultTimeoutNanos);
  }

  private static void post(
      CallSlot slot, Call call, int number, MemorySegment request, MemorySegment reply) {
    boolean posted = false;
    try {
      slot.post(call, number, request, reply);
      posted = true;
    } finally {
      if (!posted) {
        slot.release();
      }
    }
  }

  /**
   * Waits for the reply of a call.
   *
   * @param call a call that {@link #nbCall} started
   * @return the length of the reply, in bytes
   * @throws ArmciException when the call failed at its target
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   */
  public int await(Call call) {
    return await(call, defaultTimeoutNanos);
  }

  /**
   * Waits, at most for a given time, for the reply of a call.
   *
   * @param call a call that {@link #nbCall} started
   * @param timeoutNanos longest wait, in nanoseconds; after that the call is still under way
   * @return the length of the reply, in bytes
   * @throws ArmciException when the call failed at its target
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException when the time has passed
   */
  public int await(Call call, long timeoutNanos) {
    memory.armci().requireOpen("await");
    ShortWork.refuse("await"); // before it serves other calls, or fetches a reply by the network
    CallSlot slot = Objects.requireNonNull(call, "call").slot();
    if (slot != null) {
      slot.requireOf(memory);
      awaitReply(call, slot, timeoutNanos);
    }
    return call.result();
  }

  private void awaitReply(Call call, CallSlot slot, long timeoutNanos) {
    if (!helper.isCurrent()) {
      call.await(memory.armci(), timeoutNanos);
    } else if (slot.forHandlers()) {
      helper.serveUntilComplete(call, slot.target(), timeoutNanos);
    } else if (!call.test()) {
      throw new ArmciException("a handler cannot await a call that a program started");
    }
  }

  /**
   * Ends this rank's part: its procedures can no longer be called. Waits for replies end with an
   * exception, both at this rank and at its callers. Never waits for other ranks, but up to 5 s for
   * a running handler. The slots' memory stays until the runtime closes. A barrier before this call
   * lets the calls of all ranks complete. A second call does nothing, nor does a call after the
   * runtime's own close.
   */
  @Override
  public void close() {
    ShortWork.refuse("close");
    if (closed.getAndSet(true) || memory.armci().isClosed()) {
      return; // the helper thread ends with the runtime
    }
    for (int peer = 0; peer < targets.length; peer++) {
      tellClosed(peer);
    }
    memory.armci().fenceAll();
    for (Target target : targets) {
      target.end();
    }
    memory.bumpChanges(memory.rank());
    memory.armci().helperSignals().removeReceiverWork(shortCalls);
    helper.stop(); // after the removal, to serve requests that the work has left
  }

  private void tellClosed(int peer) {
    try {
      memory.tellClosed(peer);
    } catch (RankFailedException lost) {
      memory.requireGoesOn(lost);
    }
  }
}
