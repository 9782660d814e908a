package org.armci4j.transport.verbs.device.ibv;

/**
 * Holds the offsets, in bytes, of the fields that this module touches in libibverbs' structures:
 * rdma-core on 64-bit Linux, the same on x86-64 and aarch64. A class here is named as the
 * structure, a constant as the field, with two underscores for each dot. LayoutTest compares every
 * constant with the C compiler's answer.
 */
public final class Layout {
  private Layout() {}

  public static final class IbvDevice {
    public static final int NAME = 24;

    private IbvDevice() {}
  }

  public static final class IbvContext {
    public static final int OPS__POLL_CQ = 96;
    public static final int OPS__REQ_NOTIFY_CQ = 104;
    public static final int OPS__POST_SRQ_RECV = 168;
    public static final int OPS__POST_SEND = 208;
    public static final int OPS__POST_RECV = 216;

    private IbvContext() {}
  }

  public static final class IbvDeviceAttr {
    public static final int SIZE = 232;
    public static final int MAX_MR_SIZE = 80;
    public static final int VENDOR_ID = 96;
    public static final int MAX_QP_WR = 112;
    public static final int MAX_SGE = 120;
    public static final int MAX_SGE_RD = 124;
    public static final int MAX_CQE = 132;
    public static final int MAX_QP_RD_ATOM = 144;
    public static final int MAX_QP_INIT_RD_ATOM = 156;
    public static final int ATOMIC_CAP = 164;
    public static final int MAX_SRQ_WR = 216;
    public static final int PHYS_PORT_CNT = 227;

    private IbvDeviceAttr() {}
  }

  /** Structure of which ibv_query_port, as exported, fills only the first 48 bytes. */
  public static final class IbvPortAttr {
    public static final int SIZE = 52;
    public static final int STATE = 0;
    public static final int ACTIVE_MTU = 8;
    public static final int GID_TBL_LEN = 12;
    public static final int MAX_MSG_SZ = 20;
    public static final int LID = 34;
    public static final int LMC = 38;
    public static final int ACTIVE_WIDTH = 43;
    public static final int ACTIVE_SPEED = 44;
    public static final int LINK_LAYER = 46;

    private IbvPortAttr() {}
  }

  public static final class IbvGidEntry {
    public static final int SIZE = 32;
    public static final int GID = 0;
    public static final int GID_INDEX = 16;
    public static final int PORT_NUM = 20;
    public static final int GID_TYPE = 24;

    private IbvGidEntry() {}
  }

  public static final class IbvMr {
    public static final int LKEY = 36;
    public static final int RKEY = 40;

    private IbvMr() {}
  }

  public static final class IbvCompChannel {
    public static final int FD = 8;

    private IbvCompChannel() {}
  }

  public static final class IbvCq {
    public static final int CQE = 28;

    private IbvCq() {}
  }

  public static final class IbvSrqInitAttr {
    public static final int SIZE = 24;
    public static final int ATTR__MAX_WR = 8;
    public static final int ATTR__MAX_SGE = 12;

    private IbvSrqInitAttr() {}
  }

  public static final class IbvQp {
    public static final int QP_NUM = 52;
    public static final int STATE = 56;

    private IbvQp() {}
  }

  public static final class IbvQpInitAttr {
    public static final int SIZE = 64;
    public static final int SEND_CQ = 8;
    public static final int RECV_CQ = 16;
    public static final int SRQ = 24;
    public static final int CAP__MAX_SEND_WR = 32;
    public static final int CAP__MAX_RECV_WR = 36;
    public static final int CAP__MAX_SEND_SGE = 40;
    public static final int CAP__MAX_RECV_SGE = 44;
    public static final int CAP__MAX_INLINE_DATA = 48;
    public static final int QP_TYPE = 52;

    private IbvQpInitAttr() {}
  }

  public static final class IbvQpAttr {
    public static final int SIZE = 144;
    public static final int QP_STATE = 0;
    public static final int PATH_MTU = 8;
    public static final int RQ_PSN = 20;
    public static final int SQ_PSN = 24;
    public static final int DEST_QP_NUM = 28;
    public static final int QP_ACCESS_FLAGS = 32;
    public static final int AH_ATTR__GRH__DGID = 56;
    public static final int AH_ATTR__GRH__FLOW_LABEL = 72;
    public static final int AH_ATTR__GRH__SGID_INDEX = 76;
    public static final int AH_ATTR__GRH__HOP_LIMIT = 77;
    public static final int AH_ATTR__DLID = 80;
    public static final int AH_ATTR__SRC_PATH_BITS = 83;
    public static final int AH_ATTR__IS_GLOBAL = 85;
    public static final int AH_ATTR__PORT_NUM = 86;
    public static final int PKEY_INDEX = 120;
    public static final int MAX_RD_ATOMIC = 126;
    public static final int MAX_DEST_RD_ATOMIC = 127;
    public static final int MIN_RNR_TIMER = 128;
    public static final int PORT_NUM = 129;
    public static final int TIMEOUT = 130;
    public static final int RETRY_CNT = 131;
    public static final int RNR_RETRY = 132;

    private IbvQpAttr() {}
  }

  public static final class IbvSge {
    public static final int SIZE = 16;
    public static final int ADDR = 0;
    public static final int LENGTH = 8;
    public static final int LKEY = 12;

    private IbvSge() {}
  }

  public static final class IbvSendWr {
    public static final int SIZE = 128;
    public static final int WR_ID = 0;
    public static final int NEXT = 8;
    public static final int SG_LIST = 16;
    public static final int NUM_SGE = 24;
    public static final int OPCODE = 28;
    public static final int SEND_FLAGS = 32;
    public static final int IMM_DATA = 36;
    public static final int WR__RDMA__REMOTE_ADDR = 40;
    public static final int WR__RDMA__RKEY = 48;
    public static final int WR__ATOMIC__REMOTE_ADDR = 40;
    public static final int WR__ATOMIC__COMPARE_ADD = 48;
    public static final int WR__ATOMIC__SWAP = 56;
    public static final int WR__ATOMIC__RKEY = 64;

    private IbvSendWr() {}
  }

  public static final class IbvRecvWr {
    public static final int SIZE = 32;
    public static final int WR_ID = 0;
    public static final int NEXT = 8;
    public static final int SG_LIST = 16;
    public static final int NUM_SGE = 24;

    private IbvRecvWr() {}
  }

  public static final class IbvWc {
    public static final int SIZE = 48;
    public static final int WR_ID = 0;
    public static final int STATUS = 8;
    public static final int OPCODE = 12;
    public static final int VENDOR_ERR = 16;
    public static final int BYTE_LEN = 20;
    public static final int IMM_DATA = 24;
    public static final int QP_NUM = 28;
    public static final int WC_FLAGS = 36;

    private IbvWc() {}
  }
}
