package org.armci4j.transport.verbs.device;

import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Layout;

/** Holds registered memory: a range and the keys by which the device reaches it. */
public final class MemoryRegion implements AutoCloseable {
  private final long address;
  private final long sizeBytes;
  private final int localKey;
  private final int remoteKey;
  private final Runnable deregister;
  private boolean closed;

  MemoryRegion(long address, long sizeBytes, int localKey, int remoteKey, Runnable deregister) {
    this.address = address;
    this.sizeBytes = sizeBytes;
    this.localKey = localKey;
    this.remoteKey = remoteKey;
    this.deregister = deregister;
  }

  static MemoryRegion of(Device device, long address, long sizeBytes, int access) {
    long handle = device.verbs().ibv_reg_mr(device.domain(), address, sizeBytes, access);
    if (handle == 0) {
      int errno = VerbsLibrary.errno();
      throw RegistrationLimits.of(device.attributes())
          .refusal("ibv_reg_mr of " + range(address, sizeBytes), device.name(), sizeBytes, errno);
    }
    return new MemoryRegion(
        address,
        sizeBytes,
        Raw.getInt(handle + Layout.IbvMr.LKEY),
        Raw.getInt(handle + Layout.IbvMr.RKEY),
        () ->
            device.check(
                "ibv_dereg_mr of " + range(address, sizeBytes),
                device.verbs().ibv_dereg_mr(handle)));
  }

  private static String range(long address, long sizeBytes) {
    return sizeBytes + " bytes at 0x" + Long.toHexString(address);
  }

  /** Returns the first address of the range. */
  public long address() {
    return address;
  }

  /** Returns the size of the range. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /** Returns the key for segments of own requests. */
  public int localKey() {
    return localKey;
  }

  /** Returns the key for requests of others. */
  public int remoteKey() {
    return remoteKey;
  }

  /** Returns whether the range contains another one. */
  public boolean covers(long start, long lengthBytes) {
    return start >= address
        && lengthBytes <= sizeBytes
        && start - address <= sizeBytes - lengthBytes;
  }

  /**
   * Unlocks the memory and makes the keys invalid.
   *
   * @throws VerbsException if the device refuses; the registration stays
   */
  @Override
  public void close() {
    if (!closed) {
      deregister.run();
      closed = true;
    }
  }
}
