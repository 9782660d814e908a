package org.armci4j.transport.ucx.ucp;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import jnr.ffi.LastError;
import jnr.ffi.Runtime;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.ucx.ucp.api.ActiveMessageHandler;
import org.armci4j.transport.ucx.ucp.api.LibUcp;
import org.armci4j.transport.ucx.ucp.api.SevenArgumentsCall;
import org.armci4j.transport.ucx.ucp.api.TransferCalls;
import org.armci4j.transport.ucx.ucp.api.Ucp;
import org.armci4j.transport.ucx.ucp.api.UcpLayout;
import org.armci4j.transport.ucx.ucp.api.UcsStatus;

/**
 * A worker of UCX: endpoints to other workers, their operations, and their progress. One thread at
 * a time may call it, except for {@link #signal}.
 *
 * <p>Operations return a status pointer: 0 when they are complete, an error that {@link
 * UcsStatus#isError} recognises, or a request for {@link #check}, which the caller must free. Their
 * parameters lie in memory of the worker, and UCX reads them before the call returns. The buffers
 * must stay until the operations are complete. An operation on the endpoint 0, which stands for one
 * that has been ended, is an error at once.
 */
public final class UcpWorker implements AutoCloseable {
  private static final int EINTR = 4;
  private static final short POLLIN = 1;

  /** Status pointer of operations on an endpoint that has been ended. */
  private static final long ENDED = -25;

  /** Most rounds of progress for an endpoint that is being ended. */
  private static final int CLOSING_ROUNDS = 10_000;

  /** Longest wait of a worker that ends for ranks that do not answer. */
  private static final long SETTLING_NANOS = 500_000_000;

  // Memory of the calls: two struct pollfd, struct timespec, the parameters, and the results.
  private static final int POLL = 0;
  private static final int POLL_EVENTS = 4;
  private static final int POLL_OTHER = 8;
  private static final int TIMEOUT = 16;
  private static final int PLAIN = 32;
  private static final int TYPED = PLAIN + UcpLayout.UcpRequestParam.SIZE;
  private static final int CLOSING = TYPED + UcpLayout.UcpRequestParam.SIZE;
  private static final int INFO = CLOSING + UcpLayout.UcpRequestParam.SIZE;
  private static final int MEMORY_BYTES = INFO + UcpLayout.UcpTagRecvInfo.SIZE;

  private final UcxLibrary library;
  private final LibUcp ucp;
  private final TransferCalls transfers;
  private final SevenArgumentsCall atomicCall;
  private final SevenArgumentsCall messageCall;
  private final long handle;
  private final MemorySegment memory = Raw.allocate(MEMORY_BYTES);
  private final long base = memory.address();
  private final FetchRequests fetches;
  private final List<Long> endpoints = new ArrayList<>();

  @SuppressWarnings("UnusedVariable") // kept reachable, as UCX calls it
  private ActiveMessageHandler handler;

  private boolean hasDescriptor;

  private UcpWorker(UcxLibrary library, long handle, long requestBytes) {
    this.library = library;
    this.ucp = library.ucp();
    this.transfers = library.transfers();
    this.atomicCall = transfers.newAtomicCall();
    this.messageCall = transfers.newMessageCall();
    this.handle = handle;
    this.fetches = new FetchRequests(requestBytes);
    Raw.putShort(base + POLL + POLL_EVENTS, POLLIN);
    Raw.putShort(base + POLL_OTHER + POLL_EVENTS, POLLIN);
    Raw.putInt(
        base + CLOSING + UcpLayout.UcpRequestParam.OP_ATTR_MASK, Ucp.UCP_OP_ATTR_FIELD_FLAGS);
    Raw.putInt(base + CLOSING + UcpLayout.UcpRequestParam.FLAGS, Ucp.UCP_EP_CLOSE_FLAG_FORCE);
  }

  static UcpWorker create(UcxLibrary library, long context, long requestBytes) {
    try (Arena arena = Arena.ofConfined()) {
      long params = arena.allocate(UcpLayout.UcpWorkerParams.SIZE, Long.BYTES).address();
      Raw.putLong(
          params + UcpLayout.UcpWorkerParams.FIELD_MASK, Ucp.UCP_WORKER_PARAM_FIELD_THREAD_MODE);
      Raw.putInt(params + UcpLayout.UcpWorkerParams.THREAD_MODE, Ucp.UCS_THREAD_MODE_SERIALIZED);
      long out = arena.allocate(Long.BYTES, Long.BYTES).address();
      UcxException.check(
          "making a worker of UCX (each takes some file descriptors: see ulimit -n)",
          library.ucp().ucp_worker_create(context, params, out));
      return new UcpWorker(library, Raw.getLong(out), requestBytes);
    }
  }

  static byte[] bytes(long address, long sizeBytes) {
    byte[] bytes = new byte[Math.toIntExact(sizeBytes)];
    Raw.copy(address, MemorySegment.ofArray(bytes), 0, bytes.length);
    return bytes;
  }

  /** Returns the address to which other workers connect. */
  public byte[] address() {
    try (Arena arena = Arena.ofConfined()) {
      long out = arena.allocate(2 * Long.BYTES, Long.BYTES).address();
      UcxException.check(
          "asking UCX for a worker's address",
          ucp.ucp_worker_get_address(handle, out, out + Long.BYTES));
      long address = Raw.getLong(out);
      byte[] bytes = bytes(address, Raw.getLong(out + Long.BYTES));
      ucp.ucp_worker_release_address(handle, address);
      return bytes;
    }
  }

  /**
   * Makes an endpoint. Its operations end in error when the other side does not answer.
   *
   * @param address of the other worker
   * @return its handle
   */
  public long connect(byte[] address) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(address.length, Long.BYTES);
      MemorySegment.copy(MemorySegment.ofArray(address), 0, bytes, 0, address.length);
      long params = arena.allocate(UcpLayout.UcpEpParams.SIZE, Long.BYTES).address();
      Raw.putLong(
          params + UcpLayout.UcpEpParams.FIELD_MASK,
          Ucp.UCP_EP_PARAM_FIELD_REMOTE_ADDRESS | Ucp.UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE);
      Raw.putLong(params + UcpLayout.UcpEpParams.ADDRESS, bytes.address());
      Raw.putInt(params + UcpLayout.UcpEpParams.ERR_MODE, Ucp.UCP_ERR_HANDLING_MODE_PEER);
      long out = arena.allocate(Long.BYTES, Long.BYTES).address();
      UcxException.check("connecting to another worker", ucp.ucp_ep_create(handle, params, out));
      long endpoint = Raw.getLong(out);
      endpoints.add(endpoint);
      return endpoint;
    }
  }

  /**
   * Ends an endpoint at once; its operations end in error. When this returns, UCX has released
   * their buffers. It does so in a few rounds of progress, without anything to wait for.
   */
  public void disconnect(long endpoint) {
    endpoints.remove(Long.valueOf(endpoint));
    long closing = ucp.ucp_ep_close_nbx(endpoint, base + CLOSING);
    if (closing != 0 && !UcsStatus.isError(closing)) {
      for (int i = 0; i < CLOSING_ROUNDS && check(closing) == UcsStatus.IN_PROGRESS; i++) {
        progress();
      }
      ucp.ucp_request_free(closing);
    }
  }

  /** Makes a key of the other side's memory usable on an endpoint. */
  public long unpackKey(long endpoint, byte[] packed) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(packed.length, Long.BYTES);
      MemorySegment.copy(MemorySegment.ofArray(packed), 0, bytes, 0, packed.length);
      long out = arena.allocate(Long.BYTES, Long.BYTES).address();
      UcxException.check(
          "using another rank's key", ucp.ucp_ep_rkey_unpack(endpoint, bytes.address(), out));
      return Raw.getLong(out);
    }
  }

  /** Gives up a key of {@link #unpackKey}. */
  public void releaseKey(long key) {
    ucp.ucp_rkey_destroy(key);
  }

  /** Advances operations without waiting; returns whether anything was done. */
  public boolean progress() {
    return ucp.ucp_worker_progress(handle) != 0;
  }

  /** Orders earlier operations before later ones. */
  public void fence() {
    UcxException.check("a fence", ucp.ucp_worker_fence(handle));
  }

  /** Starts to write. */
  public long put(long endpoint, long local, long sizeBytes, long remote, long key) {
    return endpoint == 0
        ? ENDED
        : transfers.put(endpoint, local, sizeBytes, remote, key, base + PLAIN);
  }

  /** Starts to read. */
  public long get(long endpoint, long local, long sizeBytes, long remote, long key) {
    return endpoint == 0
        ? ENDED
        : transfers.get(endpoint, local, sizeBytes, remote, key, base + PLAIN);
  }

  /**
   * Starts an atomic update.
   *
   * @param operation one of UCP_ATOMIC_OP_*
   * @param lengthBytes of the word, 4 or 8
   * @param operand address of the operand; for a compare-and-swap, of the expected value
   * @param result address that receives the old value, and where a compare-and-swap finds the new
   *     one; 0 for none
   */
  public long atomic(
      long endpoint,
      int operation,
      int lengthBytes,
      long operand,
      long result,
      long remote,
      long key) {
    if (endpoint == 0) {
      return ENDED;
    }
    long params = base + TYPED;
    long request = 0;
    int mask = Ucp.UCP_OP_ATTR_FIELD_DATATYPE;
    if (result != 0) {
      request = fetches.take();
      mask |= Ucp.UCP_OP_ATTR_FIELD_REPLY_BUFFER | Ucp.UCP_OP_ATTR_FIELD_REQUEST;
    }
    Raw.putInt(params + UcpLayout.UcpRequestParam.OP_ATTR_MASK, mask);
    Raw.putLong(params + UcpLayout.UcpRequestParam.REQUEST, request);
    Raw.putLong(params + UcpLayout.UcpRequestParam.DATATYPE, Ucp.contiguous(lengthBytes));
    Raw.putLong(params + UcpLayout.UcpRequestParam.REPLY_BUFFER, result);
    long pointer = atomicCall.call(endpoint, operation, operand, 1, remote, key, params);
    if (request != 0 && pointer != request) { // it was complete at once, or has failed
      fetches.giveBack(request);
    }
    return pointer;
  }

  /**
   * Starts a flush, which ends when the other side has carried out all operations of an endpoint.
   */
  public long flush(long endpoint) {
    return endpoint == 0 ? ENDED : ucp.ucp_ep_flush_nbx(endpoint, base + PLAIN);
  }

  /**
   * Sets the handler of active messages that arrive here. The thread that makes {@link #progress}
   * calls it. Where UCX itself sends puts, gets and updates as messages, as over TCP, the calls
   * keep the sender's order among them.
   */
  public void onActiveMessage(ActiveMessageHandler receiver) {
    handler = receiver;
    try (Arena arena = Arena.ofConfined()) {
      long params = arena.allocate(UcpLayout.UcpAmHandlerParam.SIZE, Long.BYTES).address();
      Raw.putLong(
          params + UcpLayout.UcpAmHandlerParam.FIELD_MASK,
          Ucp.UCP_AM_HANDLER_PARAM_FIELD_ID | Ucp.UCP_AM_HANDLER_PARAM_FIELD_CB);
      long function =
          Runtime.getSystemRuntime()
              .getClosureManager()
              .getClosurePointer(ActiveMessageHandler.class, receiver)
              .address();
      Raw.putLong(params + UcpLayout.UcpAmHandlerParam.CB, function);
      UcxException.check(
          "naming a handler of messages", ucp.ucp_worker_set_am_recv_handler(handle, params));
    }
  }

  /**
   * Starts to send an active message, for the other side's {@link #onActiveMessage}.
   *
   * @param header address of the header, which must stay like the data; 0 for none
   * @param headerBytes its length
   * @param local address of the data
   * @param sizeBytes their length
   */
  public long sendActive(long endpoint, long header, long headerBytes, long local, long sizeBytes) {
    return endpoint == 0
        ? ENDED
        : messageCall.call(endpoint, 0, header, headerBytes, local, sizeBytes, base + PLAIN);
  }

  /** Starts to send a message. */
  public long send(long endpoint, long local, long sizeBytes, long tag) {
    return endpoint == 0
        ? ENDED
        : ucp.ucp_tag_send_nbx(endpoint, local, sizeBytes, tag, base + PLAIN);
  }

  /**
   * Takes the next message that has arrived, of any tag.
   *
   * @return 0 if there is none; else {@link #tag} is the message's, and {@link #receive} must
   *     follow
   */
  public long nextMessage() {
    return ucp.ucp_tag_probe_nb(handle, 0, 0, 1, base + INFO);
  }

  /** Returns the tag of the message that {@link #nextMessage} took. */
  public long tag() {
    return Raw.getLong(base + INFO + UcpLayout.UcpTagRecvInfo.SENDER_TAG);
  }

  /** Starts to receive the message that {@link #nextMessage} took. */
  public long receive(long message, long local, long roomBytes) {
    return ucp.ucp_tag_msg_recv_nbx(handle, local, roomBytes, message, base + PLAIN);
  }

  /** Returns the state of a request: {@link UcsStatus#IN_PROGRESS}, OK, or an error. */
  public int check(long request) {
    return ucp.ucp_request_check_status(request);
  }

  /** Frees a request, complete or not. */
  public void free(long request) {
    if (!fetches.owns(request)) {
      ucp.ucp_request_free(request);
    } else if (check(request) != UcsStatus.IN_PROGRESS) {
      fetches.giveBack(request);
    }
  }

  /** Makes arrivals end the next {@link #await}; returns false if something has arrived already. */
  public boolean arm() {
    if (!hasDescriptor) {
      UcxException.check(
          "asking for a worker's event descriptor", ucp.ucp_worker_get_efd(handle, base + POLL));
      hasDescriptor = true;
    }
    int status = ucp.ucp_worker_arm(handle);
    if (status == UcsStatus.BUSY) {
      return false;
    }
    UcxException.check("arming a worker", status);
    return true;
  }

  /**
   * Sleeps until something arrives, {@link #signal} is called, or the time is over. Only after
   * {@link #arm}; other calls may go on meanwhile.
   *
   * @return false when the time is over
   */
  public boolean await(long timeoutNanos) {
    return await(1, timeoutNanos);
  }

  /**
   * Sleeps like {@link #await(long)}, but arrivals at another worker end the sleep too. {@link
   * #arm} must have been called on that worker as well. Other threads may sleep there meanwhile.
   *
   * @return false when the time is over
   */
  public boolean awaitEither(UcpWorker other, long timeoutNanos) {
    Raw.putInt(base + POLL_OTHER, Raw.getInt(other.base + POLL));
    return await(2, timeoutNanos);
  }

  private boolean await(int descriptors, long timeoutNanos) {
    Raw.putLong(base + TIMEOUT, timeoutNanos / 1_000_000_000L);
    Raw.putLong(base + TIMEOUT + Long.BYTES, timeoutNanos % 1_000_000_000L);
    int ready = library.posix().ppoll(base + POLL, descriptors, base + TIMEOUT, 0);
    if (ready < 0) {
      int errno = LastError.getLastError(Runtime.getSystemRuntime());
      if (errno != EINTR) { // a sleep may end early
        throw new ArmciException("ppoll of a worker's event descriptor: errno " + errno);
      }
    }
    return ready != 0;
  }

  /** Sends what is left to be sent, UCX's own messages included, but not to ranks that are gone. */
  private void settle() {
    long flush = ucp.ucp_worker_flush_nbx(handle, base + PLAIN);
    if (flush != 0 && !UcsStatus.isError(flush)) {
      long since = System.nanoTime();
      while (check(flush) == UcsStatus.IN_PROGRESS && System.nanoTime() - since < SETTLING_NANOS) {
        progress();
        Thread.onSpinWait();
      }
      ucp.ucp_request_free(flush);
    }
  }

  /** Ends the sleep, or the next one; any thread may call it. */
  public void signal() {
    UcxException.check("waking a worker", ucp.ucp_worker_signal(handle));
  }

  /**
   * Ends the worker with all its endpoints. Each ends by itself first: UCX's own end of a worker
   * ends the process by an assertion where an endpoint waits for the result of an update. UCX 1.13
   * does the same where an endpoint has yet to answer another worker that connects, as when ranks
   * give up while they open. So the worker settles before.
   */
  @Override
  public void close() {
    try {
      settle();
      while (!endpoints.isEmpty()) {
        disconnect(endpoints.getLast());
      }
      ucp.ucp_worker_destroy(handle);
    } finally {
      Reference.reachabilityFence(this); // until here UCX uses memory of this object
    }
  }
}
