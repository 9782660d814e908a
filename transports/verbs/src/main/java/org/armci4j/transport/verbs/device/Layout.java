package org.armci4j.transport.verbs.device;

/**
 * Offsets, in bytes, of the fields that this package touches in libibverbs' structures: rdma-core
 * on 64-bit Linux, the same on x86-64 and aarch64. A class here is named as the structure, a
 * constant as the field, with two underscores for each dot. LayoutTest compares every one with the
 * C compiler's answer.
 */
final class Layout {
  private Layout() {}

  static final class IbvDevice {
    static final int TRANSPORT_TYPE = 20;
    static final int NAME = 24;

    private IbvDevice() {}
  }

  static final class IbvContext {
    static final int OPS__POLL_CQ = 96;
    static final int OPS__REQ_NOTIFY_CQ = 104;
    static final int OPS__POST_SRQ_RECV = 168;
    static final int OPS__POST_SEND = 208;

    private IbvContext() {}
  }

  static final class IbvDeviceAttr {
    static final int SIZE = 232;
    static final int FW_VER = 0;
    static final int NODE_GUID = 64;
    static final int MAX_MR_SIZE = 80;
    static final int VENDOR_ID = 96;
    static final int MAX_QP = 108;
    static final int MAX_QP_WR = 112;
    static final int MAX_SGE = 120;
    static final int MAX_SGE_RD = 124;
    static final int MAX_CQE = 132;
    static final int MAX_MR = 136;
    static final int MAX_QP_RD_ATOM = 144;
    static final int MAX_QP_INIT_RD_ATOM = 156;
    static final int ATOMIC_CAP = 164;
    static final int MAX_SRQ_WR = 216;
    static final int PHYS_PORT_CNT = 227;

    private IbvDeviceAttr() {}
  }

  /** ibv_query_port, as exported, fills the first 48 bytes of it only. */
  static final class IbvPortAttr {
    static final int SIZE = 52;
    static final int STATE = 0;
    static final int ACTIVE_MTU = 8;
    static final int GID_TBL_LEN = 12;
    static final int MAX_MSG_SZ = 20;
    static final int LID = 34;
    static final int ACTIVE_WIDTH = 43;
    static final int ACTIVE_SPEED = 44;
    static final int LINK_LAYER = 46;

    private IbvPortAttr() {}
  }

  static final class IbvGidEntry {
    static final int SIZE = 32;
    static final int GID = 0;
    static final int GID_INDEX = 16;
    static final int PORT_NUM = 20;
    static final int GID_TYPE = 24;

    private IbvGidEntry() {}
  }

  static final class IbvMr {
    static final int LKEY = 36;
    static final int RKEY = 40;

    private IbvMr() {}
  }

  static final class IbvCompChannel {
    static final int FD = 8;

    private IbvCompChannel() {}
  }

  static final class IbvCq {
    static final int CQE = 28;

    private IbvCq() {}
  }

  static final class IbvSrqInitAttr {
    static final int SIZE = 24;
    static final int ATTR__MAX_WR = 8;
    static final int ATTR__MAX_SGE = 12;

    private IbvSrqInitAttr() {}
  }

  static final class IbvQp {
    static final int QP_NUM = 52;
    static final int STATE = 56;

    private IbvQp() {}
  }

  static final class IbvQpInitAttr {
    static final int SIZE = 64;
    static final int SEND_CQ = 8;
    static final int RECV_CQ = 16;
    static final int SRQ = 24;
    static final int CAP__MAX_SEND_WR = 32;
    static final int CAP__MAX_RECV_WR = 36;
    static final int CAP__MAX_SEND_SGE = 40;
    static final int CAP__MAX_RECV_SGE = 44;
    static final int CAP__MAX_INLINE_DATA = 48;
    static final int QP_TYPE = 52;
    static final int SQ_SIG_ALL = 56;

    private IbvQpInitAttr() {}
  }

  static final class IbvQpAttr {
    static final int SIZE = 144;
    static final int QP_STATE = 0;
    static final int PATH_MTU = 8;
    static final int RQ_PSN = 20;
    static final int SQ_PSN = 24;
    static final int DEST_QP_NUM = 28;
    static final int QP_ACCESS_FLAGS = 32;
    static final int AH_ATTR__GRH__DGID = 56;
    static final int AH_ATTR__GRH__SGID_INDEX = 76;
    static final int AH_ATTR__GRH__HOP_LIMIT = 77;
    static final int AH_ATTR__DLID = 80;
    static final int AH_ATTR__IS_GLOBAL = 85;
    static final int AH_ATTR__PORT_NUM = 86;
    static final int PKEY_INDEX = 120;
    static final int MAX_RD_ATOMIC = 126;
    static final int MAX_DEST_RD_ATOMIC = 127;
    static final int MIN_RNR_TIMER = 128;
    static final int PORT_NUM = 129;
    static final int TIMEOUT = 130;
    static final int RETRY_CNT = 131;
    static final int RNR_RETRY = 132;

    private IbvQpAttr() {}
  }

  static final class IbvSge {
    static final int SIZE = 16;
    static final int ADDR = 0;
    static final int LENGTH = 8;
    static final int LKEY = 12;

    private IbvSge() {}
  }

  static final class IbvSendWr {
    static final int SIZE = 128;
    static final int WR_ID = 0;
    static final int NEXT = 8;
    static final int SG_LIST = 16;
    static final int NUM_SGE = 24;
    static final int OPCODE = 28;
    static final int SEND_FLAGS = 32;
    static final int IMM_DATA = 36;
    static final int WR__RDMA__REMOTE_ADDR = 40;
    static final int WR__RDMA__RKEY = 48;
    static final int WR__ATOMIC__REMOTE_ADDR = 40;
    static final int WR__ATOMIC__COMPARE_ADD = 48;
    static final int WR__ATOMIC__SWAP = 56;
    static final int WR__ATOMIC__RKEY = 64;

    private IbvSendWr() {}
  }

  static final class IbvRecvWr {
    static final int SIZE = 32;
    static final int WR_ID = 0;
    static final int NEXT = 8;
    static final int SG_LIST = 16;
    static final int NUM_SGE = 24;

    private IbvRecvWr() {}
  }

  static final class IbvWc {
    static final int SIZE = 48;
    static final int WR_ID = 0;
    static final int STATUS = 8;
    static final int OPCODE = 12;
    static final int VENDOR_ERR = 16;
    static final int BYTE_LEN = 20;
    static final int IMM_DATA = 24;
    static final int QP_NUM = 28;
    static final int WC_FLAGS = 36;

    private IbvWc() {}
  }
}
