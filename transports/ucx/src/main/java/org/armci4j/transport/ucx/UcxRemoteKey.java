package org.armci4j.transport.ucx;

import org.armci4j.transport.network.RemoteKey;

/**
 * A key of another rank's memory. UCX unpacks it for an endpoint at its first use there. Everything
 * is guarded by the lock of the {@link OriginWorker}.
 */
final class UcxRemoteKey implements RemoteKey {
  private final OriginWorker worker;
  private final byte[] packed;
  private UcxConnection connection;
  private long handle;

  /**
   * @param packed the result of {@link UcxRegistration#key}
   */
  UcxRemoteKey(OriginWorker worker, byte[] packed) {
    this.worker = worker;
    this.packed = packed;
  }

  /**
   * Returns the key in the form that a connection's operations take. Must be called for the same
   * connection every time.
   */
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
