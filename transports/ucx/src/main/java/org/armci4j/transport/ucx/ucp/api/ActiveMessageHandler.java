package org.armci4j.transport.ucx.ucp.api;

import jnr.ffi.annotations.Delegate;

/**
 * What UCX calls for each active message: {@code ucp_am_recv_callback_t} without its last argument,
 * which tells of messages that are too long to be here whole. An implementation throws nothing, as
 * C is its caller. Public for jnr-ffi alone.
 */
public interface ActiveMessageHandler {
  /**
   * A message has come in, in a call of {@code ucp_worker_progress}.
   *
   * @param argument what was registered with the handler
   * @param header address of the message's header
   * @param headerBytes its length
   * @param data address of the message's data, which stay until this returns
   * @param sizeBytes their length
   * @return {@link UcsStatus#OK}
   */
  @Delegate
  int receive(long argument, long header, long headerBytes, long data, long sizeBytes);
}
