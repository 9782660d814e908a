package org.armci4j.transport.ucx;

import org.armci4j.transport.network.RemoteKey;

/**
 * A key of another rank's memory, which UCX unpacks for an endpoint: at its first use there.
 * Everything is guarded by the lock of the {@link OriginWorker}.
 */
final class UcxRemoteKey implements RemoteKey {
  private final OriginWorker worker;
  private final byte[] packed;
  private UcxConnection connection;
  private long handle;

  /**
   * @param packed what {@link UcxRegistration#key} gave
   */
  UcxRemoteKey(OriginWorker worker, byte[] packed) {
    this.worker = worker;
    this.packed = packed;
  }

  /** The key as operations of a connection name it; the same connection at every call. */
  long handle(UcxConnection user) {
    if (handle == 0) {
      handle = user.unpack(packed);
      connection = user;
    }
    return handle;
  }

  @Override
  public void close() {
    worker.lock();
    try {
      if (handle != 0) {
        connection.release(handle);
        handle = 0;
      }
    } finally {
      worker.unlock();
    }
  }
}
