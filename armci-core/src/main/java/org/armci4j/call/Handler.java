package org.armci4j.call;

import java.lang.foreign.MemorySegment;

/**
 * A procedure that other ranks call. It runs on the helper thread of the rank that registered it,
 * one call at a time. While a handler waits for its own call, the thread may run others. A handler
 * {@linkplain Calls#registerShort registered as short} runs concurrently with these, and must not
 * wait at all.
 *
 * <p>A handler should be short, as all other calls to the rank wait meanwhile. It may wait only for
 * replies to its own calls: not for a barrier, a signal, or a mutex that a caller may hold.
 */
@FunctionalInterface
public interface Handler {
  /**
   * Serves one call.
   *
   * @param origin the rank that calls
   * @param request the request, to be read during this call only
   * @param reply the memory for the reply, as large as the caller's buffer but at most {@code
   *     callBytes}; to be used during this call only
   * @return the number of bytes of {@code reply} to send, from 0
   * @throws Exception any exception; its text ends the caller's wait with an {@link
   *     org.armci4j.error.ArmciException}
   */
  int handle(int origin, MemorySegment request, MemorySegment reply) throws Exception;
}
