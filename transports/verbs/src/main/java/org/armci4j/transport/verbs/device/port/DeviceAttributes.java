package org.armci4j.transport.verbs.device.port;

import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Ibv;
import org.armci4j.transport.verbs.device.ibv.Layout;

/**
 * Holds the limits of a device (ibv_query_device(3)).
 *
 * @param vendorId its maker
 * @param maxRegistrationBytes largest registration
 * @param maxRequests requests that one queue holds
 * @param maxSegments segments of one request
 * @param maxReadSegments segments of one read
 * @param maxCompletions completions that one completion queue holds
 * @param maxReadsAsTarget reads and atomics outstanding on one connection, as their target
 * @param maxReadsAsOrigin the same, as their origin
 * @param atomics to whom the device's atomics are atomic
 * @param maxSharedReceives receives that one shared receive queue holds
 * @param ports number of ports, numbered from 1
 */
public record DeviceAttributes(
    int vendorId,
    long maxRegistrationBytes,
    int maxRequests,
    int maxSegments,
    int maxReadSegments,
    int maxCompletions,
    int maxReadsAsTarget,
    int maxReadsAsOrigin,
    AtomicScope atomics,
    int maxSharedReceives,
    int ports) {
  /** Vendor number of Linux's software device rdma_rxe. */
  private static final int SOFTWARE_VENDOR = 0xffffff;

  /** Says to whom atomics are atomic (enum ibv_atomic_cap). */
  public enum AtomicScope {
    /** The device has no atomics. */
    NONE,
    /** To requests through the same device; not to loads and stores of CPUs. */
    DEVICE,
    /** To everyone. */
    GLOBAL;

    public static AtomicScope of(int value) {
      return switch (value) {
        case Ibv.IBV_ATOMIC_HCA -> DEVICE;
        case Ibv.IBV_ATOMIC_GLOB -> GLOBAL;
        default -> NONE;
      };
    }
  }

  /** Returns whether this is rdma_rxe, Linux's device in software. */
  public boolean isSoftware() {
    return vendorId == SOFTWARE_VENDOR;
  }

  /** Reads a struct ibv_device_attr. */
  public static DeviceAttributes at(long address) {
    return new DeviceAttributes(
        Raw.getInt(address + Layout.IbvDeviceAttr.VENDOR_ID),
        Raw.getLong(address + Layout.IbvDeviceAttr.MAX_MR_SIZE),
        Raw.getInt(address + Layout.IbvDeviceAttr.MAX_QP_WR),
        Raw.getInt(address + Layout.IbvDeviceAttr.MAX_SGE),
        Raw.getInt(address + Layout.IbvDeviceAttr.MAX_SGE_RD),
        Raw.getInt(address + Layout.IbvDeviceAttr.MAX_CQE),
        Raw.getInt(address + Layout.IbvDeviceAttr.MAX_QP_RD_ATOM),
        Raw.getInt(address + Layout.IbvDeviceAttr.MAX_QP_INIT_RD_ATOM),
        AtomicScope.of(Raw.getInt(address + Layout.IbvDeviceAttr.ATOMIC_CAP)),
        Raw.getInt(address + Layout.IbvDeviceAttr.MAX_SRQ_WR),
        Byte.toUnsignedInt(Raw.getByte(address + Layout.IbvDeviceAttr.PHYS_PORT_CNT)));
  }
}
