package org.armci4j.transport.verbs.device;

import org.armci4j.error.ArmciException;
import org.armci4j.transport.verbs.device.ibv.Errno;

/** Reports a failed verb: the message names the operation, the device, and its answer. */
public class VerbsException extends ArmciException {
  private static final long serialVersionUID = 1L;

  private final int errno;

  /**
   * @param operation the operation, with its arguments
   * @param device name of the device
   * @param errno the verb's error number
   */
  public VerbsException(String operation, String device, int errno) {
    this(operation, device, errno, "");
  }

  VerbsException(String operation, String device, int errno, String remedy) {
    super(operation + " on device " + device + " failed: " + Errno.text(errno) + remedy);
    this.errno = errno;
  }

  /** Returns the error number, as errno(3). */
  public int errno() {
    return errno;
  }
}
