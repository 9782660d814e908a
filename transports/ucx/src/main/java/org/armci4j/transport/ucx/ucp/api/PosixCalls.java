package org.armci4j.transport.ucx.ucp.api;

import jnr.ffi.annotations.IgnoreError;

/**
 * The functions of the C library that this transport needs; texts and structures are addresses.
 * Public for jnr-ffi alone.
 */
public interface PosixCalls {
  @IgnoreError
  int setenv(long name, long value, int overwrite);

  int ppoll(long descriptors, long count, long timeout, long signals);

  @IgnoreError
  int getsockopt(int descriptor, int level, int option, long value, long lengthBytes);

  @IgnoreError
  int setsockopt(int descriptor, int level, int option, long value, int lengthBytes);

  @IgnoreError
  int getsockname(int descriptor, long address, long lengthBytes);

  @IgnoreError
  int getpeername(int descriptor, long address, long lengthBytes);

  int socket(int domain, int type, int protocol);

  int dup3(int from, int to, int flags);

  @IgnoreError
  int close(int descriptor);
}
