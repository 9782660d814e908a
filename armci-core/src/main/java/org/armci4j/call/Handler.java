package org.armci4j.call;

import java.lang.foreign.MemorySegment;

/**
 * A procedure that other ranks call. It runs on the helper thread of the rank that registered it,
 * one call at a time; only while it waits for a call of its own may others run in between. One that
 * is {@linkplain Calls#registerShort registered as short} runs beside that, and must not wait at
 * all.
 *
 * <p>It should be short, as all other calls of the rank wait meanwhile, and must not wait for
 * anything but replies to its own calls: not for a barrier, a signal, or a mutex that a caller may
 * hold.
 */
@FunctionalInterface
public interface Handler {
  /**
   * Serves one call.
   *
   * @param origin the rank that calls
   * @param request what it sent, to be read during this call only
   * @param reply where to write the reply, as large as the caller's buffer but not above the
   *     setting {@code callBytes}; to be used during this call only
   * @return how many bytes of {@code reply} to send, from 0
   * @throws Exception anything; its text travels back and ends the caller's wait with an {@link
   *     org.armci4j.ArmciException}
   */
  int handle(int origin, MemorySegment request, MemorySegment reply) throws Exception;
}
