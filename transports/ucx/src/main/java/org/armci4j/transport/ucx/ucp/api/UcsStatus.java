package org.armci4j.transport.ucx.ucp.api;

import org.armci4j.bootstrap.text.Text;

/** UCX's status codes, and how a status pointer holds one. */
public final class UcsStatus {
  public static final int OK = 0;
  public static final int IN_PROGRESS = 1;
  public static final int TRUNCATED = -9;
  public static final int BUSY = -15;

  /** Lowest status. */
  private static final long LAST = -100;

  private UcsStatus() {}

  /** Returns whether a status pointer is an error: neither zero nor a request. */
  public static boolean isError(long pointer) {
    return pointer < 0 && pointer >= LAST;
  }

  /** Returns the code in words, mostly UCX's own. */
  public static String text(int status) {
    String text =
        switch (status) {
          case OK -> "success";
          case IN_PROGRESS -> "in progress";
          case -2 -> "no resources are available to initiate the operation";
          case -3 -> "input or output error";
          case -4 -> "out of memory";
          case -5 -> "invalid parameter";
          case -6 -> "destination is unreachable";
          case -7 -> "address not valid";
          case -8 -> "function not implemented";
          case TRUNCATED -> "message truncated";
          case -12 -> "no such element";
          case -13 -> "failed to connect some of the requested endpoints";
          case -14 -> "no such device";
          case BUSY -> "device is busy";
          case -16 -> "request canceled";
          case -20 -> "operation timed out";
          case -21 -> "user-defined limit was reached";
          case -22 -> "unsupported operation";
          case -23 -> "rejected by the other side";
          case -24 -> "endpoint is not connected";
          case -25 -> "connection reset by the other side";
          case -80 -> "endpoint time-out, the other side does not answer";
          default -> "see ucs/type/status.h";
        };
    return Text.format("UCX status %d (%s)", status, text);
  }
}
