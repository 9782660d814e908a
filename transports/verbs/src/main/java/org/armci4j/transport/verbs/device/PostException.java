package org.armci4j.transport.verbs.device;

import org.armci4j.transport.verbs.device.ibv.Errno;

/** Reports that posting stopped at a request; those before it in the chain were posted. */
public final class PostException extends VerbsException {
  private static final long serialVersionUID = 1L;

  private final int firstNotPosted;

  PostException(String operation, String device, int errno, int firstNotPosted) {
    super(operation, device, errno, errno == Errno.ENOMEM ? "; the queue is full" : "");
    this.firstNotPosted = firstNotPosted;
  }

  /** Returns the index of the refused request within the chain. */
  public int firstNotPosted() {
    return firstNotPosted;
  }
}
