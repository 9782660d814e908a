package org.armci4j.transport.verbs.device;

import org.armci4j.transport.verbs.device.ibv.Ibv;

/**
 * Names the statuses of completions (enum ibv_wc_status) and explains them to the reader of an
 * error message.
 */
public final class WorkStatus {
  /** The request was carried out. */
  public static final int SUCCESS = Ibv.IBV_WC_SUCCESS;

  /** The request was not carried out, because the queue pair was already in error. */
  public static final int FLUSHED = Ibv.IBV_WC_WR_FLUSH_ERR;

  /** The other side refused the key or the range. */
  public static final int REMOTE_ACCESS = Ibv.IBV_WC_REM_ACCESS_ERR;

  /** The other side did not answer. */
  public static final int RETRIES_EXCEEDED = Ibv.IBV_WC_RETRY_EXC_ERR;

  /** The other side had no receive posted for too long. */
  public static final int RECEIVER_NOT_READY = Ibv.IBV_WC_RNR_RETRY_EXC_ERR;

  private static final String[] TEXTS = {
    "success",
    "local length error",
    "local queue pair operation error",
    "local EE context operation error",
    "local protection error: the range is not registered under this local key",
    "flushed: the queue pair was already in error",
    "memory window bind error",
    "bad response",
    "local access error",
    "remote invalid request",
    "remote access error: the remote key does not cover the range, or forbids this",
    "remote operation error",
    "transport retries exceeded: the other side does not answer",
    "receiver-not-ready retries exceeded: the other side posted no receive",
    "local RDD violation",
    "remote invalid RD request",
    "remote aborted",
    "invalid EE context number",
    "invalid EE context state",
    "fatal error of the device",
    "response time-out",
    "general error",
    "tag matching error",
    "tag matching rendezvous incomplete",
  };

  private WorkStatus() {}

  /** Returns the status in words, with its number. */
  public static String text(int status) {
    String text = status >= 0 && status < TEXTS.length ? TEXTS[status] : "unknown";
    return "status " + status + " (" + text + ")";
  }
}
