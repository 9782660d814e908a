package org.armci4j.transport.verbs.device;

/**
 * The values of libibverbs' enumerations, by their own names. LayoutTest compares them with the C
 * compiler's.
 */
final class Ibv {
  static final int IBV_TRANSPORT_IB = 0;
  static final int IBV_TRANSPORT_IWARP = 1;

  static final int IBV_PORT_ACTIVE = 4;
  static final int IBV_LINK_LAYER_INFINIBAND = 1;
  static final int IBV_LINK_LAYER_ETHERNET = 2;
  static final int IBV_GID_TYPE_IB = 0;
  static final int IBV_GID_TYPE_ROCE_V1 = 1;
  static final int IBV_GID_TYPE_ROCE_V2 = 2;

  static final int IBV_QPT_RC = 2;
  static final int IBV_QPS_INIT = 1;
  static final int IBV_QPS_RTR = 2;
  static final int IBV_QPS_RTS = 3;
  static final int IBV_QPS_ERR = 6;

  static final int IBV_QP_STATE = 0x1;
  static final int IBV_QP_ACCESS_FLAGS = 0x8;
  static final int IBV_QP_PKEY_INDEX = 0x10;
  static final int IBV_QP_PORT = 0x20;
  static final int IBV_QP_AV = 0x80;
  static final int IBV_QP_PATH_MTU = 0x100;
  static final int IBV_QP_TIMEOUT = 0x200;
  static final int IBV_QP_RETRY_CNT = 0x400;
  static final int IBV_QP_RNR_RETRY = 0x800;
  static final int IBV_QP_RQ_PSN = 0x1000;
  static final int IBV_QP_MAX_QP_RD_ATOMIC = 0x2000;
  static final int IBV_QP_MIN_RNR_TIMER = 0x8000;
  static final int IBV_QP_SQ_PSN = 0x10000;
  static final int IBV_QP_MAX_DEST_RD_ATOMIC = 0x20000;
  static final int IBV_QP_DEST_QPN = 0x100000;

  static final int IBV_ACCESS_LOCAL_WRITE = 1;
  static final int IBV_ACCESS_REMOTE_WRITE = 2;
  static final int IBV_ACCESS_REMOTE_READ = 4;
  static final int IBV_ACCESS_REMOTE_ATOMIC = 8;

  static final int IBV_WR_RDMA_WRITE = 0;
  static final int IBV_WR_RDMA_WRITE_WITH_IMM = 1;
  static final int IBV_WR_SEND = 2;
  static final int IBV_WR_SEND_WITH_IMM = 3;
  static final int IBV_WR_RDMA_READ = 4;
  static final int IBV_WR_ATOMIC_CMP_AND_SWP = 5;
  static final int IBV_WR_ATOMIC_FETCH_AND_ADD = 6;

  static final int IBV_SEND_FENCE = 1;
  static final int IBV_SEND_SIGNALED = 2;
  static final int IBV_SEND_SOLICITED = 4;
  static final int IBV_SEND_INLINE = 8;

  static final int IBV_WC_SUCCESS = 0;
  static final int IBV_WC_WR_FLUSH_ERR = 5;
  static final int IBV_WC_REM_ACCESS_ERR = 10;
  static final int IBV_WC_RETRY_EXC_ERR = 12;
  static final int IBV_WC_RNR_RETRY_EXC_ERR = 13;
  static final int IBV_WC_TM_RNDV_INCOMPLETE = 23;
  static final int IBV_WC_SEND = 0;
  static final int IBV_WC_RDMA_WRITE = 1;
  static final int IBV_WC_RDMA_READ = 2;
  static final int IBV_WC_COMP_SWAP = 3;
  static final int IBV_WC_FETCH_ADD = 4;
  static final int IBV_WC_RECV = 128;
  static final int IBV_WC_RECV_RDMA_WITH_IMM = 129;
  static final int IBV_WC_WITH_IMM = 2;

  static final int IBV_ATOMIC_NONE = 0;
  static final int IBV_ATOMIC_HCA = 1;
  static final int IBV_ATOMIC_GLOB = 2;

  private Ibv() {}
}
