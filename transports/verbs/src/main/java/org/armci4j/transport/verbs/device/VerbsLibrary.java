package org.armci4j.transport.verbs.device;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import jnr.ffi.LastError;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Runtime;
import org.armci4j.transport.NativeLibraries;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Errno;
import org.armci4j.transport.verbs.device.ibv.Layout;
import org.armci4j.transport.verbs.device.ibv.LibC;
import org.armci4j.transport.verbs.device.ibv.LibIbverbs;
import org.armci4j.transport.verbs.device.port.DeviceInfo;

/** Loads libibverbs and finds its devices on this host. */
public final class VerbsLibrary {
  private static final String NAME = "libibverbs.so.1";

  private final LibIbverbs verbs;
  private final LibC libC;

  private VerbsLibrary(LibIbverbs verbs, LibC libC) {
    this.verbs = verbs;
    this.libC = libC;
  }

  /**
   * Says whether verbs can be used here.
   *
   * @param library the library, or null if it cannot be used
   * @param reason in words, why it can or cannot
   */
  public record Availability(VerbsLibrary library, String reason) {
    /** Returns whether it can be used. */
    public boolean isAvailable() {
      return library != null;
    }
  }

  /** Loads the library on first use. It never changes, so one answer serves all ranks. */
  private static final class Loaded {
    static final Availability ANSWER =
        NativeLibraries.load(VerbsLoading::load, VerbsLoading::failed);
  }

  /** Loads the library on another thread than the first caller's. */
  private static final class VerbsLoading {
    static Availability load() {
      LibIbverbs verbs = LibraryLoader.create(LibIbverbs.class).failImmediately().load(NAME);
      LibC libC =
          LibraryLoader.create(LibC.class)
              .map("pollCq", "memmove")
              .map("requestNotify", "memmove")
              .map("post", "memmove")
              .failImmediately()
              .load("c");
      return new Availability(new VerbsLibrary(verbs, libC), NAME + " is loaded");
    }

    static Availability failed(Throwable thrown) {
      return new Availability(
          null, NativeLibraries.whyNot(NAME, "libibverbs1 or rdma-core", thrown));
    }
  }

  /** Loads the library on first use; asks for the devices every time. */
  public static Availability find() {
    if (!System.getProperty("os.name").startsWith("Linux")) {
      return new Availability(null, "verbs exist on Linux only");
    }
    if (!Loaded.ANSWER.isAvailable()) {
      return Loaded.ANSWER;
    }
    VerbsLibrary library = Loaded.ANSWER.library();
    try {
      List<String> names = library.deviceNames();
      return names.isEmpty()
          ? new Availability(null, "there is no RDMA device (ibv_devices lists none)")
          : new Availability(library, "RDMA devices: " + String.join(", ", names));
    } catch (VerbsException e) {
      return new Availability(null, "the RDMA devices cannot be listed: " + e.getMessage());
    }
  }

  /**
   * Returns the names of the devices, in the library's order; none if the kernel has no RDMA
   * support.
   */
  public List<String> deviceNames() {
    List<String> names = new ArrayList<>();
    forEachDevice(device -> names.add(Raw.text(device + Layout.IbvDevice.NAME)));
    return names;
  }

  /**
   * Opens a device, with a protection domain.
   *
   * @param name as {@link #deviceNames} gives it
   * @return the device, to be closed after all objects made from it
   * @throws VerbsException if there is none of this name, or it cannot be opened
   */
  public Device open(String name) {
    List<String> names = new ArrayList<>();
    long[] context = new long[1];
    forEachDevice(
        device -> {
          String found = Raw.text(device + Layout.IbvDevice.NAME);
          names.add(found);
          if (found.equals(name)) {
            context[0] = verbs.ibv_open_device(device);
            if (context[0] == 0) {
              throw failure("ibv_open_device", name);
            }
          }
        });
    if (context[0] == 0) {
      throw new IllegalArgumentException(
          "there is no RDMA device " + name + "; there are: " + String.join(", ", names));
    }
    return Device.of(this, name, context[0]);
  }

  /**
   * Returns the properties of all devices and their ports, for a choice among them. Opens and
   * closes each device.
   */
  public List<DeviceInfo> survey() {
    List<DeviceInfo> devices = new ArrayList<>();
    for (String name : deviceNames()) {
      try (Device device = open(name)) {
        devices.add(device.info());
      }
    }
    return devices;
  }

  private interface DeviceAction {
    void on(long device);
  }

  private void forEachDevice(DeviceAction action) {
    try (Arena arena = Arena.ofConfined()) {
      long count = arena.allocate(Long.BYTES, Long.BYTES).address();
      long list = verbs.ibv_get_device_list(count);
      if (list == 0) {
        int errno = errno();
        if (errno == Errno.ENOSYS) {
          return; // a kernel without RDMA modules
        }
        throw new VerbsException("ibv_get_device_list", "(all)", errno);
      }
      try {
        for (int i = 0; i < Raw.getInt(count); i++) {
          action.on(Raw.getLong(list + (long) i * Long.BYTES));
        }
      } finally {
        verbs.ibv_free_device_list(list);
      }
    }
  }

  LibIbverbs verbs() {
    return verbs;
  }

  LibC libC() {
    return libC;
  }

  /** Returns the error number of the last call on this thread that keeps it. */
  static int errno() {
    return LastError.getLastError(Runtime.getSystemRuntime());
  }

  /** Returns the exception for a call that has just failed and set errno. */
  static VerbsException failure(String operation, String device) {
    return new VerbsException(operation, device, errno());
  }
}
