package org.armci4j.transport.ucx.ucp;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.armci4j.transport.network.Raw;

/**
 * Memory for UCX's requests of atomic updates that return a value. When a connection ends, UCX ends
 * the registrations that its requests hold. But {@code ucp_amo_init_fetch} leaves that part of a
 * request as it was in memory (seen in UCX 1.13 to 1.21), and UCX's own memory for requests is
 * {@code malloc}'s. So a forced end could crash the process. In zeroed memory a request holds no
 * registration.
 */
final class FetchRequests {
  private static final int CHUNK = 64;
  private static final int ALIGNMENT_BYTES = 64;

  /** From request to request. */
  private final long strideBytes;

  private final List<MemorySegment> chunks = new ArrayList<>();
  private long[] unused = {};
  private int count;

  /**
   * @param requestBytes length of a request, which lies in front of the address that stands for it
   */
  FetchRequests(long requestBytes) {
    this.strideBytes = (requestBytes + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
  }

  /** Returns a request that is not in use. */
  long take() {
    if (count == 0) {
      grow();
    }
    return unused[--count];
  }

  private void grow() {
    MemorySegment chunk = Raw.allocate(CHUNK * strideBytes);
    chunks.add(chunk);
    unused = Arrays.copyOf(unused, CHUNK * chunks.size());
    for (int i = 1; i <= CHUNK; i++) {
      unused[count++] = chunk.address() + i * strideBytes;
    }
  }

  /** Takes a request back that UCX does not use any more. */
  void giveBack(long request) {
    unused[count++] = request;
  }

  /** Returns whether a request is one of these. */
  boolean owns(long request) {
    for (int i = 0; i < chunks.size(); i++) {
      long offset = request - chunks.get(i).address();
      if (offset > 0 && offset <= CHUNK * strideBytes) {
        return true;
      }
    }
    return false;
  }
}
