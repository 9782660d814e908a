package org.armci4j.transport.verbs.device.ibv;

/**
 * Holds the values of libibverbs' enumerations, by their own names. LayoutTest compares them with
 * the C compiler's.
 */
public final class Ibv {
  public static final int IBV_LINK_LAYER_INFINIBAND = 1;
  public static final int IBV_LINK_LAYER_ETHERNET = 2;
  public static final int IBV_GID_TYPE_ROCE_V1 = 1;
  public static final int IBV_GID_TYPE_ROCE_V2 = 2;

  public static final int IBV_QPT_RC = 2;
  public static final int IBV_QPS_RESET = 0;
  public static final int IBV_QPS_INIT = 1;
  public static final int IBV_QPS_RTR = 2;
  public static final int IBV_QPS_RTS = 3;
  public static final int IBV_QPS_ERR = 6;

  public static final int IBV_QP_STATE = 0x1;
  public static final int IBV_QP_ACCESS_FLAGS = 0x8;
  public static final int IBV_QP_PKEY_INDEX = 0x10;
  public static final int IBV_QP_PORT = 0x20;
  public static final int IBV_QP_AV = 0x80;
  public static final int IBV_QP_PATH_MTU = 0x100;
  public static final int IBV_QP_TIMEOUT = 0x200;
  public static final int IBV_QP_RETRY_CNT = 0x400;
  public static final int IBV_QP_RNR_RETRY = 0x800;
  public static final int IBV_QP_RQ_PSN = 0x1000;
  public static final int IBV_QP_MAX_QP_RD_ATOMIC = 0x2000;
  public static final int IBV_QP_MIN_RNR_TIMER = 0x8000;
  public static final int IBV_QP_SQ_PSN = 0x10000;
  public static final int IBV_QP_MAX_DEST_RD_ATOMIC = 0x20000;
  public static final int IBV_QP_DEST_QPN = 0x100000;

  public static final int IBV_ACCESS_LOCAL_WRITE = 1;
  public static final int IBV_ACCESS_REMOTE_WRITE = 2;
  public static final int IBV_ACCESS_REMOTE_READ = 4;
  public static final int IBV_ACCESS_REMOTE_ATOMIC = 8;

  public static final int IBV_WR_RDMA_WRITE = 0;
  public static final int IBV_WR_RDMA_WRITE_WITH_IMM = 1;
  public static final int IBV_WR_SEND = 2;
  public static final int IBV_WR_SEND_WITH_IMM = 3;
  public static final int IBV_WR_RDMA_READ = 4;
  public static final int IBV_WR_ATOMIC_CMP_AND_SWP = 5;
  public static final int IBV_WR_ATOMIC_FETCH_AND_ADD = 6;

  public static final int IBV_SEND_FENCE = 1;
  public static final int IBV_SEND_SIGNALED = 2;
  public static final int IBV_SEND_SOLICITED = 4;
  public static final int IBV_SEND_INLINE = 8;

  public static final int IBV_WC_SUCCESS = 0;
  public static final int IBV_WC_WR_FLUSH_ERR = 5;
  public static final int IBV_WC_REM_ACCESS_ERR = 10;
  public static final int IBV_WC_RETRY_EXC_ERR = 12;
  public static final int IBV_WC_RNR_RETRY_EXC_ERR = 13;
  public static final int IBV_WC_RECV = 128;
  public static final int IBV_WC_WITH_IMM = 2;

  public static final int IBV_ATOMIC_HCA = 1;
  public static final int IBV_ATOMIC_GLOB = 2;

  private Ibv() {}
}
