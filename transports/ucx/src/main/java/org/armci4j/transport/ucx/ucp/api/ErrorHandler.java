package org.armci4j.transport.ucx.ucp.api;

import jnr.ffi.annotations.Delegate;

/**
 * What UCX calls, inside a worker's progress, when an endpoint is lost: {@code
 * ucp_err_handler_cb_t}. Public for jnr-ffi alone.
 */
public interface ErrorHandler {
  /**
   * An endpoint is lost.
   *
   * @param argument that was given with the handler
   * @param endpoint its handle
   * @param status why
   */
  @Delegate
  void lost(long argument, long endpoint, byte status);
}
