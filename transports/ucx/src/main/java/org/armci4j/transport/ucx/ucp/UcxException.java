package org.armci4j.transport.ucx.ucp;

import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.ucx.ucp.api.UcsStatus;

/** A function of UCX failed: the message names the operation and UCX's answer. */
public class UcxException extends ArmciException {
  private static final long serialVersionUID = 1L;

  /**
   * @param operation the operation, with its arguments
   * @param status UCX's answer
   */
  public UcxException(String operation, int status) {
    super(Text.format("%s failed: %s", operation, UcsStatus.text(status)));
  }

  /** Throws unless the status is OK. */
  static void check(String operation, int status) {
    if (status != UcsStatus.OK) {
      throw new UcxException(operation, status);
    }
  }
}
