package org.armci4j.transport.ucx.ucp.api;

/**
 * Sizes of UCP's structures and offsets of their members in bytes, as in UCX 1.13. Later versions
 * add members only at the end, and ignore members whose bit is not set. UcpLayoutTest compares them
 * with the C compiler's: class and field names are C's, with {@code __} for a dot.
 */
public final class UcpLayout {
  private UcpLayout() {}

  public static final class UcpParams {
    public static final int SIZE = 80;
    public static final int FIELD_MASK = 0;
    public static final int FEATURES = 8;
    public static final int MT_WORKERS_SHARED = 48;
    public static final int ESTIMATED_NUM_EPS = 56;

    private UcpParams() {}
  }

  public static final class UcpContextAttr {
    public static final int SIZE = 64;
    public static final int FIELD_MASK = 0;
    public static final int REQUEST_SIZE = 8;

    private UcpContextAttr() {}
  }

  public static final class UcpWorkerParams {
    public static final int SIZE = 200;
    public static final int FIELD_MASK = 0;
    public static final int THREAD_MODE = 8;

    private UcpWorkerParams() {}
  }

  public static final class UcpEpParams {
    public static final int SIZE = 104;
    public static final int FIELD_MASK = 0;
    public static final int ADDRESS = 8;
    public static final int ERR_MODE = 16;

    private UcpEpParams() {}
  }

  public static final class UcpMemMapParams {
    public static final int SIZE = 40;
    public static final int FIELD_MASK = 0;
    public static final int ADDRESS = 8;
    public static final int LENGTH = 16;

    private UcpMemMapParams() {}
  }

  public static final class UcpAmHandlerParam {
    public static final int SIZE = 32;
    public static final int FIELD_MASK = 0;
    public static final int ID = 8;
    public static final int CB = 16;

    private UcpAmHandlerParam() {}
  }

  public static final class UcpRequestParam {
    public static final int SIZE = 72;
    public static final int OP_ATTR_MASK = 0;
    public static final int FLAGS = 4;
    public static final int REQUEST = 8;
    public static final int DATATYPE = 24;
    public static final int REPLY_BUFFER = 40;

    private UcpRequestParam() {}
  }

  public static final class UcpTagRecvInfo {
    public static final int SIZE = 16;
    public static final int SENDER_TAG = 0;
    public static final int LENGTH = 8;

    private UcpTagRecvInfo() {}
  }
}
