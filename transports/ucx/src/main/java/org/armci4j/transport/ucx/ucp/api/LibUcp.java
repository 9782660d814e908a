package org.armci4j.transport.ucx.ucp.api;

import jnr.ffi.annotations.IgnoreError;

/**
 * The functions of libucp, as in {@code ucp/api/ucp.h}. Handles, structures and out parameters are
 * addresses. A status has one byte. A status pointer is zero, an error or a request, see {@link
 * UcsStatus}. Public for jnr-ffi alone, which generates the class behind it.
 *
 * <p>{@link TransferCalls} has the functions of six and more arguments.
 */
@SuppressWarnings("MemberName") // C's names
public interface LibUcp {
  @IgnoreError
  void ucp_get_version(long major, long minor, long release);

  @IgnoreError
  byte ucp_config_read(long prefix, long file, long config);

  @IgnoreError
  byte ucp_config_modify(long config, long name, long value);

  @IgnoreError
  void ucp_config_release(long config);

  @IgnoreError
  byte ucp_init_version(int major, int minor, long params, long config, long context);

  @IgnoreError
  byte ucp_context_query(long context, long attributes);

  @IgnoreError
  void ucp_cleanup(long context);

  @IgnoreError
  byte ucp_mem_map(long context, long params, long handle);

  @IgnoreError
  byte ucp_mem_unmap(long context, long handle);

  @IgnoreError
  byte ucp_rkey_pack(long context, long handle, long buffer, long sizeBytes);

  @IgnoreError
  void ucp_rkey_buffer_release(long buffer);

  @IgnoreError
  byte ucp_ep_rkey_unpack(long endpoint, long buffer, long key);

  @IgnoreError
  void ucp_rkey_destroy(long key);

  @IgnoreError
  byte ucp_worker_create(long context, long params, long worker);

  @IgnoreError
  void ucp_worker_destroy(long worker);

  @IgnoreError
  byte ucp_worker_get_address(long worker, long address, long sizeBytes);

  @IgnoreError
  void ucp_worker_release_address(long worker, long address);

  @IgnoreError
  int ucp_worker_progress(long worker);

  @IgnoreError
  byte ucp_worker_get_efd(long worker, long descriptor);

  @IgnoreError
  byte ucp_worker_arm(long worker);

  @IgnoreError
  byte ucp_worker_signal(long worker);

  @IgnoreError
  byte ucp_worker_set_am_recv_handler(long worker, long params);

  @IgnoreError
  byte ucp_worker_fence(long worker);

  @IgnoreError
  long ucp_worker_flush_nbx(long worker, long params);

  @IgnoreError
  byte ucp_ep_create(long worker, long params, long endpoint);

  @IgnoreError
  long ucp_ep_close_nbx(long endpoint, long params);

  @IgnoreError
  long ucp_ep_flush_nbx(long endpoint, long params);

  @IgnoreError
  long ucp_tag_send_nbx(long endpoint, long buffer, long count, long tag, long params);

  @IgnoreError
  long ucp_tag_probe_nb(long worker, long tag, long mask, int remove, long info);

  @IgnoreError
  long ucp_tag_msg_recv_nbx(long worker, long buffer, long count, long message, long params);

  @IgnoreError
  byte ucp_request_check_status(long request);

  @IgnoreError
  void ucp_request_free(long request);
}
