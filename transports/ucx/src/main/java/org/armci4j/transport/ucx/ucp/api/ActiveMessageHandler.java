package org.armci4j.transport.ucx.ucp.api;

import jnr.ffi.annotations.Delegate;

/**
 * Callback of UCX for each active message: {@code ucp_am_recv_callback_t} without its last
 * argument, which describes messages too long to be here in full. An implementation must throw
 * nothing, as C calls it. Public for jnr-ffi alone.
 */
public interface ActiveMessageHandler {
  /**
   * Handles a message that has arrived, during a call of {@code ucp_worker_progress}.
   *
   * @param argument the argument that was registered with the handler
   * @param header address of the message's header
   * @param headerBytes its length
   * @param data address of the message's data, which stay until this returns
   * @param sizeBytes their length
   * @return {@link UcsStatus#OK}
   */
  @Delegate
  int receive(long argument, long header, long headerBytes, long data, long sizeBytes);
}
