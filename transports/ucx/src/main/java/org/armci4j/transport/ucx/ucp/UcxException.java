package org.armci4j.transport.ucx.ucp;

import org.armci4j.ArmciException;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.ucx.ucp.api.UcsStatus;

/** A function of UCX failed: the message names what was tried, and what UCX answered. */
public class UcxException extends ArmciException {
  private static final long serialVersionUID = 1L;

  /**
   * @param operation what was tried, with its arguments
   * @param status what UCX answered
   */
  public UcxException(String operation, int status) {
    super(Text.format("%s failed: %s", operation, UcsStatus.text(status)));
  }

  /** Throws unless all went well. */
  static void check(String operation, int status) {
    if (status != UcsStatus.OK) {
      throw new UcxException(operation, status);
    }
  }
}
