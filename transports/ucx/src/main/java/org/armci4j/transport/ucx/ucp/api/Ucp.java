package org.armci4j.transport.ucx.ucp.api;

/** UCP's constants, by their own names. A test compares them with the C compiler's. */
public final class Ucp {
  public static final int UCP_PARAM_FIELD_FEATURES = 0x1;
  public static final int UCP_PARAM_FIELD_MT_WORKERS_SHARED = 0x20;
  public static final int UCP_PARAM_FIELD_ESTIMATED_NUM_EPS = 0x40;

  public static final int UCP_FEATURE_TAG = 0x1;
  public static final int UCP_FEATURE_RMA = 0x2;
  public static final int UCP_FEATURE_AMO32 = 0x4;
  public static final int UCP_FEATURE_AMO64 = 0x8;
  public static final int UCP_FEATURE_WAKEUP = 0x10;
  public static final int UCP_FEATURE_AM = 0x40;

  public static final int UCP_ATTR_FIELD_REQUEST_SIZE = 0x1;

  public static final int UCP_WORKER_PARAM_FIELD_THREAD_MODE = 0x1;
  public static final int UCS_THREAD_MODE_SERIALIZED = 1;

  public static final int UCP_EP_PARAM_FIELD_REMOTE_ADDRESS = 0x1;
  public static final int UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE = 0x2;
  public static final int UCP_ERR_HANDLING_MODE_PEER = 1;
  public static final int UCP_EP_CLOSE_FLAG_FORCE = 0x1;

  public static final int UCP_MEM_MAP_PARAM_FIELD_ADDRESS = 0x1;
  public static final int UCP_MEM_MAP_PARAM_FIELD_LENGTH = 0x2;

  public static final int UCP_AM_HANDLER_PARAM_FIELD_ID = 0x1;
  public static final int UCP_AM_HANDLER_PARAM_FIELD_CB = 0x4;

  public static final int UCP_OP_ATTR_FIELD_REQUEST = 0x1;
  public static final int UCP_OP_ATTR_FIELD_DATATYPE = 0x8;
  public static final int UCP_OP_ATTR_FIELD_FLAGS = 0x10;
  public static final int UCP_OP_ATTR_FIELD_REPLY_BUFFER = 0x20;

  public static final int UCP_ATOMIC_OP_ADD = 0;
  public static final int UCP_ATOMIC_OP_SWAP = 1;
  public static final int UCP_ATOMIC_OP_CSWAP = 2;
  public static final int UCP_ATOMIC_OP_AND = 3;
  public static final int UCP_ATOMIC_OP_OR = 4;
  public static final int UCP_ATOMIC_OP_XOR = 5;

  private Ucp() {}

  /** Returns the data type of elements of this size: C's macro ucp_dt_make_contig. */
  public static long contiguous(int sizeBytes) {
    return (long) sizeBytes << 3;
  }
}
