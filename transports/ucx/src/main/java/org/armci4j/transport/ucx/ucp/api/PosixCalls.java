package org.armci4j.transport.ucx.ucp.api;

import jnr.ffi.annotations.IgnoreError;

/**
 * What is needed of the C library; texts and structures are addresses. Public for jnr-ffi alone.
 */
public interface PosixCalls {
  @IgnoreError
  int setenv(long name, long value, int overwrite);

  int ppoll(long descriptors, long count, long timeout, long signals);
}
