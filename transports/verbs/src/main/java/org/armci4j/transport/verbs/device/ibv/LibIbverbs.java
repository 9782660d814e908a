package org.armci4j.transport.verbs.device.ibv;

import jnr.ffi.annotations.Delegate;
import jnr.ffi.annotations.IgnoreError;

/**
 * Calls the functions of libibverbs that are real exports. Structures are passed by address; the
 * manual pages describe each function. It is public for jnr-ffi alone, which makes the class behind
 * it.
 */
@SuppressWarnings("MemberName") // C's names
public interface LibIbverbs {
  long ibv_get_device_list(long count);

  void ibv_free_device_list(long list);

  long ibv_open_device(long device);

  int ibv_close_device(long context);

  int ibv_query_device(long context, long attributes);

  int ibv_query_port(long context, byte port, long attributes);

  long _ibv_query_gid_table(long context, long entries, long count, int flags, long entryBytes);

  long ibv_alloc_pd(long context);

  int ibv_dealloc_pd(long domain);

  long ibv_reg_mr(long domain, long address, long sizeBytes, int access);

  int ibv_dereg_mr(long region);

  long ibv_create_comp_channel(long context);

  int ibv_destroy_comp_channel(long channel);

  long ibv_create_cq(long context, int capacity, long cookie, long channel, int vector);

  int ibv_destroy_cq(long queue);

  int ibv_get_cq_event(long channel, long queue, long cookie);

  @IgnoreError
  void ibv_ack_cq_events(long queue, int count);

  long ibv_create_srq(long domain, long attributes);

  int ibv_destroy_srq(long queue);

  long ibv_create_qp(long domain, long attributes);

  int ibv_modify_qp(long pair, long attributes, int mask);

  int ibv_query_qp(long pair, long attributes, int mask, long initialAttributes);

  int ibv_destroy_qp(long pair);

  /** Calls ibv_poll_cq, which is inline in C and reached through the context. */
  interface PollCq {
    @Delegate
    @IgnoreError
    int call(long queue, int count, long completions);
  }

  /** Calls ibv_req_notify_cq, likewise. */
  interface RequestNotify {
    @Delegate
    @IgnoreError
    int call(long queue, int solicitedOnly);
  }

  /** Calls ibv_post_send, ibv_post_recv and ibv_post_srq_recv, likewise. */
  interface PostFunction {
    @Delegate
    @IgnoreError
    int call(long queue, long requests, long firstBad);
  }
}
