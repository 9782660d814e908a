package org.armci4j.transport.verbs.device.ibv;

import jnr.ffi.annotations.IgnoreError;

/**
 * Calls the C library. The first three functions are memmove under other names: jnr-ffi makes a
 * callable of a function's address only where a function returns it, and {@code memmove(p, p, 0)}
 * returns p. It is public for jnr-ffi alone.
 */
public interface LibC {
  @IgnoreError
  LibIbverbs.PollCq pollCq(long function, long same, long zero);

  @IgnoreError
  LibIbverbs.RequestNotify requestNotify(long function, long same, long zero);

  @IgnoreError
  LibIbverbs.PostFunction post(long function, long same, long zero);

  int eventfd(int initial, int flags);

  int fcntl(int descriptor, int command, int argument);

  int ppoll(long descriptors, long count, long timeout, long signals);

  long read(int descriptor, long buffer, long sizeBytes);

  long write(int descriptor, long buffer, long sizeBytes);

  int close(int descriptor);
}
