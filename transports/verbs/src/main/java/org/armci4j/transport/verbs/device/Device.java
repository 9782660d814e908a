package org.armci4j.transport.verbs.device;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Layout;
import org.armci4j.transport.verbs.device.ibv.LibIbverbs;
import org.armci4j.transport.verbs.device.port.DeviceAttributes;
import org.armci4j.transport.verbs.device.port.DeviceInfo;
import org.armci4j.transport.verbs.device.port.DevicePort;
import org.armci4j.transport.verbs.device.port.Gid;
import org.armci4j.transport.verbs.device.port.GidEntry;

/**
 * Holds an open device with one protection domain. Objects made from it work together, and with no
 * object of another device. Close all of them first.
 */
public final class Device implements AutoCloseable {
  private final VerbsLibrary library;
  private final LibIbverbs verbs;
  private final String name;
  private final DeviceAttributes attributes;
  private final DataPath dataPath;
  private long context;
  private long domain;

  private Device(VerbsLibrary library, String name, long context) {
    this.library = library;
    this.verbs = library.verbs();
    this.name = name;
    this.context = context;
    this.attributes = queryAttributes();
    this.dataPath = new DataPath(library.libC(), context);
    this.domain = verbs.ibv_alloc_pd(context);
    if (domain == 0) {
      throw VerbsLibrary.failure("ibv_alloc_pd", name);
    }
  }

  /** Takes over the context, and closes it if it is of no use. */
  static Device of(VerbsLibrary library, String name, long context) {
    try {
      return new Device(library, name, context);
    } catch (RuntimeException | LinkageError e) {
      library.verbs().ibv_close_device(context);
      throw e;
    }
  }

  private DeviceAttributes queryAttributes() {
    try (Arena arena = Arena.ofConfined()) {
      long address = arena.allocate(Layout.IbvDeviceAttr.SIZE, Long.BYTES).address();
      check("ibv_query_device", verbs.ibv_query_device(context, address));
      return DeviceAttributes.at(address);
    }
  }

  /** Returns the name of the device. */
  public String name() {
    return name;
  }

  /** Returns the limits of the device. */
  public DeviceAttributes attributes() {
    return attributes;
  }

  /** Returns the present state of the device and its ports. */
  public DeviceInfo info() {
    List<DevicePort> ports = new ArrayList<>();
    for (int number = 1; number <= attributes.ports(); number++) {
      ports.add(port(number));
    }
    return new DeviceInfo(name, attributes, List.copyOf(ports));
  }

  /**
   * Returns the present state of a port.
   *
   * @param number from 1
   */
  public DevicePort port(int number) {
    if (number < 1 || number > attributes.ports()) {
      throw new IllegalArgumentException(
          "device " + name + " has ports 1 to " + attributes.ports() + ", and none " + number);
    }
    try (Arena arena = Arena.ofConfined()) {
      long address = arena.allocate(Layout.IbvPortAttr.SIZE, Long.BYTES).address();
      check(
          "ibv_query_port of port " + number,
          verbs.ibv_query_port(handle(), (byte) number, address));
      int tableLength = Raw.getInt(address + Layout.IbvPortAttr.GID_TBL_LEN);
      return DevicePort.at(address, number, gids(number, tableLength));
    }
  }

  private List<GidEntry> gids(int port, int tableLength) {
    // The call gives the entries of all ports together.
    long most = (long) tableLength * attributes.ports();
    List<GidEntry> gids = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      long entries =
          arena.allocate(Math.max(1, most) * Layout.IbvGidEntry.SIZE, Long.BYTES).address();
      long count = verbs._ibv_query_gid_table(handle(), entries, most, 0, Layout.IbvGidEntry.SIZE);
      if (count < 0) {
        throw new VerbsException("ibv_query_gid_table", name, (int) -count);
      }
      for (long entry = entries;
          entry < entries + count * Layout.IbvGidEntry.SIZE;
          entry += Layout.IbvGidEntry.SIZE) {
        if (Raw.getInt(entry + Layout.IbvGidEntry.PORT_NUM) == port) {
          gids.add(
              new GidEntry(
                  Raw.getInt(entry + Layout.IbvGidEntry.GID_INDEX),
                  Gid.at(entry + Layout.IbvGidEntry.GID),
                  GidEntry.Type.of(Raw.getInt(entry + Layout.IbvGidEntry.GID_TYPE))));
        }
      }
    }
    return List.copyOf(gids);
  }

  /**
   * Registers memory: locks it and gives the keys by which the device reaches it. The memory must
   * stay until the registration is closed.
   *
   * @param address its first byte
   * @param sizeBytes its size
   * @param access from {@link Access}
   * @throws LockedMemoryException if the process may not lock so much
   * @throws VerbsException if the device refuses
   */
  public MemoryRegion register(long address, long sizeBytes, int access) {
    return MemoryRegion.of(this, address, sizeBytes, access);
  }

  /**
   * Makes a completion queue.
   *
   * @param capacity completions that it must hold; more than fit there break the queue pairs that
   *     use it
   * @param withEvents whether threads can sleep on it, see {@link CompletionQueue#awaitEvent}
   */
  public CompletionQueue createCompletionQueue(int capacity, boolean withEvents) {
    return CompletionQueue.create(this, capacity, withEvents);
  }

  /**
   * Makes a shared receive queue.
   *
   * @param capacity receives that it holds
   * @param maxSegments segments of one receive
   */
  public SharedReceiveQueue createSharedReceiveQueue(int capacity, int maxSegments) {
    return SharedReceiveQueue.create(this, capacity, maxSegments);
  }

  /**
   * Makes a queue pair for one reliable connection.
   *
   * @param options its queues and their sizes
   */
  public QueuePair createQueuePair(QueuePairOptions options) {
    return QueuePair.create(this, options);
  }

  @Override
  public void close() {
    if (context != 0) {
      check("ibv_dealloc_pd", verbs.ibv_dealloc_pd(domain));
      long closing = context;
      context = 0;
      domain = 0;
      check("ibv_close_device", verbs.ibv_close_device(closing));
    }
  }

  VerbsLibrary library() {
    return library;
  }

  LibIbverbs verbs() {
    return verbs;
  }

  DataPath dataPath() {
    return dataPath;
  }

  long handle() {
    return checkOpen(context, "device");
  }

  long domain() {
    return checkOpen(domain, "device");
  }

  /** Returns the handle; throws if it has been closed. */
  long checkOpen(long handle, String what) {
    if (handle == 0) {
      throw new IllegalStateException("this " + what + " of device " + name + " is closed");
    }
    return handle;
  }

  /** Throws if a verb has returned an error number. */
  void check(String operation, int errno) {
    if (errno != 0) {
      // Some providers return -1 and set errno instead.
      throw new VerbsException(operation, name, errno > 0 ? errno : VerbsLibrary.errno());
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
