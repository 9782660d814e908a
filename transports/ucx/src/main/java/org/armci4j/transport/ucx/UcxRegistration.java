package org.armci4j.transport.ucx;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.Registration;
import org.armci4j.transport.ucx.ucp.UcpContext;

/** Memory that is registered with UCX; its key is the one that UCX packs. */
final class UcxRegistration implements Registration {
  private final UcpContext context;
  private final long handle;
  private final byte[] key;
  private boolean closed;

  UcxRegistration(UcpContext context, MemorySegment memory) {
    this.context = context;
    this.handle = context.register(memory);
    this.key = context.packKey(handle);
  }

  @Override
  public byte[] key() {
    return key.clone();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      context.unregister(handle);
    }
  }
}
