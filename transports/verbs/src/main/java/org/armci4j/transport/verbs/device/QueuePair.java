package org.armci4j.transport.verbs.device;

import java.lang.foreign.Arena;
import java.lang.ref.Reference;
import java.util.concurrent.ThreadLocalRandom;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Ibv;
import org.armci4j.transport.verbs.device.ibv.Layout;
import org.armci4j.transport.verbs.device.ibv.LibIbverbs;
import org.armci4j.transport.verbs.device.port.GidChoice;
import org.armci4j.transport.verbs.device.port.Mtu;

/**
 * Wraps one side of a reliable connection (ibv_create_qp(3), type RC). It connects in two steps,
 * {@link #open} and {@link #connect}; the other side's {@link Endpoint} is needed between them. Any
 * thread may post.
 */
public final class QueuePair implements RequestSink, AutoCloseable {
  /** Largest value of the device field max_rd_atomic. */
  private static final int MAX_READS = 255;

  /** Most routers that packets of RoCE pass. */
  private static final int HOP_LIMIT = 64;

  private final Device device;
  private final LibIbverbs.PostFunction postSend;
  private final LibIbverbs.PostFunction postReceive;
  private final int number;
  private final int maxRequests;
  private final int maxSegments;
  private final int maxReceiveSegments;
  private final int maxInlineBytes;
  private long handle;
  private GidChoice path;
  private Endpoint endpoint;

  private QueuePair(Device device, long handle, long attributes) {
    this.device = device;
    this.postSend = device.dataPath().postSend;
    this.postReceive = device.dataPath().postReceive;
    this.handle = handle;
    this.number = Raw.getInt(handle + Layout.IbvQp.QP_NUM);
    this.maxRequests = Raw.getInt(attributes + Layout.IbvQpInitAttr.CAP__MAX_SEND_WR);
    this.maxSegments = Raw.getInt(attributes + Layout.IbvQpInitAttr.CAP__MAX_SEND_SGE);
    this.maxReceiveSegments = Raw.getInt(attributes + Layout.IbvQpInitAttr.CAP__MAX_RECV_SGE);
    this.maxInlineBytes = Raw.getInt(attributes + Layout.IbvQpInitAttr.CAP__MAX_INLINE_DATA);
  }

  static QueuePair create(Device device, QueuePairOptions options) {
    try (Arena arena = Arena.ofConfined()) {
      long attributes = arena.allocate(Layout.IbvQpInitAttr.SIZE, Long.BYTES).address();
      Raw.putLong(attributes + Layout.IbvQpInitAttr.SEND_CQ, options.sendCompletions().handle());
      Raw.putLong(attributes + Layout.IbvQpInitAttr.RECV_CQ, options.receiveCompletions().handle());
      Raw.putLong(
          attributes + Layout.IbvQpInitAttr.SRQ,
          options.receives() == null ? 0 : options.receives().handle());
      Raw.putInt(attributes + Layout.IbvQpInitAttr.CAP__MAX_SEND_WR, options.maxRequests());
      Raw.putInt(attributes + Layout.IbvQpInitAttr.CAP__MAX_SEND_SGE, options.maxSegments());
      if (options.maxReceives() > 0) {
        Raw.putInt(attributes + Layout.IbvQpInitAttr.CAP__MAX_RECV_WR, options.maxReceives());
        Raw.putInt(attributes + Layout.IbvQpInitAttr.CAP__MAX_RECV_SGE, options.maxSegments());
      }
      Raw.putInt(attributes + Layout.IbvQpInitAttr.CAP__MAX_INLINE_DATA, options.maxInlineBytes());
      Raw.putInt(attributes + Layout.IbvQpInitAttr.QP_TYPE, Ibv.IBV_QPT_RC);
      long handle = device.verbs().ibv_create_qp(device.domain(), attributes);
      if (handle == 0) {
        throw VerbsLibrary.failure(
            Text.format(
                "ibv_create_qp with %d requests of %d segments and %d bytes inline (the device"
                    + " allows %d and %d)",
                options.maxRequests(),
                options.maxSegments(),
                options.maxInlineBytes(),
                device.attributes().maxRequests(),
                device.attributes().maxSegments()),
            device.name());
      }
      return new QueuePair(device, handle, attributes);
    }
  }

  /** Returns its number on this device. */
  public int number() {
    return number;
  }

  /** Returns the requests that it holds, at least as many as were asked for. */
  public int maxRequests() {
    return maxRequests;
  }

  /** Returns the segments that a request may have. */
  public int maxSegments() {
    return maxSegments;
  }

  /** Returns the segments that a receive of its own queue may have. */
  public int maxReceiveSegments() {
    return maxReceiveSegments;
  }

  /** Returns the largest inline request, in bytes. */
  public int maxInlineBytes() {
    return maxInlineBytes;
  }

  /**
   * Binds it to a port (state INIT).
   *
   * @param chosen port and address to use
   * @param access permissions of the other side, from {@link Access}
   * @return what the other side must know
   */
  public Endpoint open(GidChoice chosen, int access) {
    try (Arena arena = Arena.ofConfined()) {
      long attributes = arena.allocate(Layout.IbvQpAttr.SIZE, Long.BYTES).address();
      Raw.putInt(attributes + Layout.IbvQpAttr.QP_STATE, Ibv.IBV_QPS_INIT);
      Raw.putShort(attributes + Layout.IbvQpAttr.PKEY_INDEX, 0);
      Raw.putByte(attributes + Layout.IbvQpAttr.PORT_NUM, chosen.port());
      Raw.putInt(attributes + Layout.IbvQpAttr.QP_ACCESS_FLAGS, access);
      modify(
          "to INIT on port " + chosen.port(),
          attributes,
          Ibv.IBV_QP_STATE | Ibv.IBV_QP_PKEY_INDEX | Ibv.IBV_QP_PORT | Ibv.IBV_QP_ACCESS_FLAGS);
    }
    path = chosen;
    endpoint =
        new Endpoint(
            number,
            ThreadLocalRandom.current().nextInt(1 << 24),
            chosen.pathLid(),
            chosen.gid(),
            chosen.mtuBytes(),
            Math.min(MAX_READS, device.attributes().maxReadsAsTarget()));
    return endpoint;
  }

  /**
   * Connects it to the other side (states RTR and RTS): from here on requests can be posted. They
   * arrive once the other side has connected too.
   *
   * @param remote the other side; may be this queue pair itself
   * @param retries when to give up
   */
  public void connect(Endpoint remote, Retries retries) {
    if (path == null) {
      throw new IllegalStateException("open comes before connect");
    }
    try (Arena arena = Arena.ofConfined()) {
      long attributes = arena.allocate(Layout.IbvQpAttr.SIZE, Long.BYTES).address();
      readyToReceive(attributes, remote, retries);
      readyToSend(attributes, remote, retries);
    }
  }

  private void readyToReceive(long attributes, Endpoint remote, Retries retries) {
    Raw.putInt(attributes + Layout.IbvQpAttr.QP_STATE, Ibv.IBV_QPS_RTR);
    Raw.putInt(
        attributes + Layout.IbvQpAttr.PATH_MTU,
        Mtu.code(Math.min(path.mtuBytes(), remote.mtuBytes())));
    Raw.putInt(attributes + Layout.IbvQpAttr.DEST_QP_NUM, remote.queuePair());
    Raw.putInt(attributes + Layout.IbvQpAttr.RQ_PSN, remote.packetSequence());
    Raw.putByte(attributes + Layout.IbvQpAttr.MAX_DEST_RD_ATOMIC, endpoint.maxReads());
    Raw.putByte(attributes + Layout.IbvQpAttr.MIN_RNR_TIMER, retries.receiverTimer());
    putAddress(attributes, path, remote);
    modify(
        "to RTR, to " + remote,
        attributes,
        Ibv.IBV_QP_STATE
            | Ibv.IBV_QP_AV
            | Ibv.IBV_QP_PATH_MTU
            | Ibv.IBV_QP_DEST_QPN
            | Ibv.IBV_QP_RQ_PSN
            | Ibv.IBV_QP_MAX_DEST_RD_ATOMIC
            | Ibv.IBV_QP_MIN_RNR_TIMER);
  }

  /**
   * Writes the address of the other side. Over InfiniBand the path's bits choose this port's LID,
   * and the other side's LID holds those of its own; over RoCE the path is a flow label.
   */
  static void putAddress(long attributes, GidChoice path, Endpoint remote) {
    Raw.putByte(attributes + Layout.IbvQpAttr.AH_ATTR__PORT_NUM, path.port());
    if (path.usesGid()) {
      Raw.putByte(attributes + Layout.IbvQpAttr.AH_ATTR__IS_GLOBAL, 1);
      remote.gid().writeTo(attributes + Layout.IbvQpAttr.AH_ATTR__GRH__DGID);
      Raw.putByte(attributes + Layout.IbvQpAttr.AH_ATTR__GRH__SGID_INDEX, path.gidIndex());
      Raw.putByte(attributes + Layout.IbvQpAttr.AH_ATTR__GRH__HOP_LIMIT, HOP_LIMIT);
      Raw.putInt(attributes + Layout.IbvQpAttr.AH_ATTR__GRH__FLOW_LABEL, path.flowLabel());
    }
    Raw.putByte(attributes + Layout.IbvQpAttr.AH_ATTR__SRC_PATH_BITS, path.sourceBits());
    Raw.putShort(attributes + Layout.IbvQpAttr.AH_ATTR__DLID, remote.lid());
  }

  private void readyToSend(long attributes, Endpoint remote, Retries retries) {
    int reads = Math.min(device.attributes().maxReadsAsOrigin(), remote.maxReads());
    Raw.putInt(attributes + Layout.IbvQpAttr.QP_STATE, Ibv.IBV_QPS_RTS);
    Raw.putInt(attributes + Layout.IbvQpAttr.SQ_PSN, endpoint.packetSequence());
    Raw.putByte(attributes + Layout.IbvQpAttr.MAX_RD_ATOMIC, Math.min(MAX_READS, reads));
    Raw.putByte(attributes + Layout.IbvQpAttr.TIMEOUT, retries.timeoutExponent());
    Raw.putByte(attributes + Layout.IbvQpAttr.RETRY_CNT, retries.retries());
    Raw.putByte(attributes + Layout.IbvQpAttr.RNR_RETRY, retries.receiverRetries());
    modify(
        "to RTS",
        attributes,
        Ibv.IBV_QP_STATE
            | Ibv.IBV_QP_SQ_PSN
            | Ibv.IBV_QP_MAX_QP_RD_ATOMIC
            | Ibv.IBV_QP_TIMEOUT
            | Ibv.IBV_QP_RETRY_CNT
            | Ibv.IBV_QP_RNR_RETRY);
  }

  /**
   * Puts it into the error state: posted requests complete as {@link WorkStatus#FLUSHED}, and so do
   * all later ones.
   */
  public void toError() {
    modify("to ERR", Ibv.IBV_QPS_ERR);
  }

  /**
   * Returns the sequence number of the packet that it expects next from the other side, 24 bits.
   * Everything before has been carried out here. In the error state the number stays.
   *
   * <p>ibv_query_qp(3) gives it as the attribute rq_psn: Linux's rdma_rxe from its state
   * (rxe_qp_to_attr), mlx5 from the queue pair's context (next_rcv_psn).
   */
  public int expectedPacket() {
    try (Arena arena = Arena.ofConfined()) {
      long attributes = arena.allocate(Layout.IbvQpAttr.SIZE, Long.BYTES).address();
      long initial = arena.allocate(Layout.IbvQpInitAttr.SIZE, Long.BYTES).address();
      device.check(
          "ibv_query_qp of queue pair " + number,
          device.verbs().ibv_query_qp(handle(), attributes, Ibv.IBV_QP_RQ_PSN, initial));
      return Raw.getInt(attributes + Layout.IbvQpAttr.RQ_PSN) & 0xFFFFFF;
    }
  }

  /**
   * Goes to the state RESET, which no request survives: ibv_modify_qp(3) returns when the device
   * has obeyed. Does nothing once it is closed: a rank may be lost while this one closes.
   */
  @Override
  public synchronized void reset() {
    if (handle != 0) {
      modify("to RESET", Ibv.IBV_QPS_RESET);
    }
  }

  private void modify(String change, int state) {
    try (Arena arena = Arena.ofConfined()) {
      long attributes = arena.allocate(Layout.IbvQpAttr.SIZE, Long.BYTES).address();
      Raw.putInt(attributes + Layout.IbvQpAttr.QP_STATE, state);
      modify(change, attributes, Ibv.IBV_QP_STATE);
    }
  }

  private void modify(String change, long attributes, int mask) {
    device.check(
        "ibv_modify_qp of queue pair " + number + " " + change,
        device.verbs().ibv_modify_qp(handle(), attributes, mask));
  }

  @Override
  public void post(SendRequests requests) {
    if (requests.count() == 0) {
      throw new IllegalArgumentException("there is nothing to post");
    }
    int errno;
    try {
      errno = postSend.call(handle(), requests.address(), requests.firstBadAddress());
    } finally {
      Reference.reachabilityFence(requests);
    }
    if (errno != 0) {
      throw new PostException(
          Text.format("ibv_post_send of %d requests to queue pair %d", requests.count(), number),
          device.name(),
          errno,
          requests.firstBad());
    }
  }

  /**
   * Posts receives to its own queue, in order. Allocates nothing. The chain may be refilled as soon
   * as this returns.
   *
   * @param receives at least one
   * @throws PostException if one was refused
   */
  public void post(ReceiveRequests receives) {
    int errno;
    try {
      errno = postReceive.call(handle(), receives.address(), receives.firstBadAddress());
    } finally {
      Reference.reachabilityFence(receives);
    }
    if (errno != 0) {
      throw new PostException(
          Text.format("ibv_post_recv of %d receives to queue pair %d", receives.count(), number),
          device.name(),
          errno,
          receives.firstBad());
    }
  }

  @Override
  public synchronized void close() {
    if (handle != 0) {
      device.check("ibv_destroy_qp of queue pair " + number, device.verbs().ibv_destroy_qp(handle));
      handle = 0;
    }
  }

  private long handle() {
    return device.checkOpen(handle, "queue pair");
  }
}
