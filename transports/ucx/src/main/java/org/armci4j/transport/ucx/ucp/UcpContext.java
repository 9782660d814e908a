package org.armci4j.transport.ucx.ucp;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.ucx.ucp.api.LibUcp;
import org.armci4j.transport.ucx.ucp.api.Ucp;
import org.armci4j.transport.ucx.ucp.api.UcpLayout;

/**
 * UCX with the devices that its options name, and the memory registered with them. Any thread may
 * call any method.
 */
public final class UcpContext implements AutoCloseable {
  /**
   * The version of UCX whose structures {@link UcpLayout} describes; later versions accept them
   * too.
   */
  private static final int MAJOR = 1;

  private static final int MINOR = 13;

  private static final int FEATURES =
      Ucp.UCP_FEATURE_TAG
          | Ucp.UCP_FEATURE_RMA
          | Ucp.UCP_FEATURE_AMO32
          | Ucp.UCP_FEATURE_AMO64
          | Ucp.UCP_FEATURE_WAKEUP
          | Ucp.UCP_FEATURE_AM;

  private final UcxLibrary library;
  private final LibUcp ucp;
  private final long handle;

  private UcpContext(UcxLibrary library, long handle) {
    this.library = library;
    this.ucp = library.ucp();
    this.handle = handle;
  }

  /**
   * Opens UCX.
   *
   * @param library the library
   * @param options of UCX by name, without the prefix UCX_; they take precedence over the
   *     environment's
   * @param endpoints about how many connections there will be
   * @return the context, to be closed after everything that was made from it
   * @throws UcxException when UCX refuses; its message names an option that UCX does not take
   */
  public static UcpContext open(UcxLibrary library, Map<String, String> options, int endpoints) {
    LibUcp ucp = library.ucp();
    try (Arena arena = Arena.ofConfined()) {
      long config = readConfig(ucp, options, arena);
      try {
        long params = zeroed(arena, UcpLayout.UcpParams.SIZE);
        Raw.putLong(
            params + UcpLayout.UcpParams.FIELD_MASK,
            Ucp.UCP_PARAM_FIELD_FEATURES
                | Ucp.UCP_PARAM_FIELD_MT_WORKERS_SHARED
                | Ucp.UCP_PARAM_FIELD_ESTIMATED_NUM_EPS);
        Raw.putLong(params + UcpLayout.UcpParams.FEATURES, FEATURES);
        Raw.putInt(params + UcpLayout.UcpParams.MT_WORKERS_SHARED, 1);
        Raw.putLong(params + UcpLayout.UcpParams.ESTIMATED_NUM_EPS, endpoints);
        long out = zeroed(arena, Long.BYTES);
        int status = ucp.ucp_init_version(MAJOR, MINOR, params, config, out);
        UcxException.check("opening UCX with " + options, status);
        return new UcpContext(library, Raw.getLong(out));
      } finally {
        ucp.ucp_config_release(config);
      }
    }
  }

  private static long readConfig(LibUcp ucp, Map<String, String> options, Arena arena) {
    long out = zeroed(arena, Long.BYTES);
    UcxException.check("reading UCX's configuration", ucp.ucp_config_read(0, 0, out));
    long config = Raw.getLong(out);
    options.forEach(
        (name, value) -> {
          int status =
              ucp.ucp_config_modify(
                  config, arena.allocateFrom(name).address(), arena.allocateFrom(value).address());
          if (status != 0) {
            ucp.ucp_config_release(config);
            throw new UcxException(
                Text.format("setting UCX's option UCX_%s=%s", name, value), status);
          }
        });
    return config;
  }

  private static long zeroed(Arena arena, long sizeBytes) {
    return arena.allocate(sizeBytes, Long.BYTES).address();
  }

  /** Makes a worker, which sends, receives and makes progress. */
  public UcpWorker newWorker() {
    return UcpWorker.create(library, handle, requestBytes());
  }

  /** Returns the length of a request, where a caller provides its memory. */
  private long requestBytes() {
    try (Arena arena = Arena.ofConfined()) {
      long attributes = zeroed(arena, UcpLayout.UcpContextAttr.SIZE);
      Raw.putLong(
          attributes + UcpLayout.UcpContextAttr.FIELD_MASK, Ucp.UCP_ATTR_FIELD_REQUEST_SIZE);
      UcxException.check(
          "asking UCX for the length of a request", ucp.ucp_context_query(handle, attributes));
      return Raw.getLong(attributes + UcpLayout.UcpContextAttr.REQUEST_SIZE);
    }
  }

  /**
   * Registers memory.
   *
   * @param memory native memory that stays until {@link #unregister}
   * @return the handle of the registration
   */
  public long register(MemorySegment memory) {
    try (Arena arena = Arena.ofConfined()) {
      long params = zeroed(arena, UcpLayout.UcpMemMapParams.SIZE);
      Raw.putLong(
          params + UcpLayout.UcpMemMapParams.FIELD_MASK,
          Ucp.UCP_MEM_MAP_PARAM_FIELD_ADDRESS | Ucp.UCP_MEM_MAP_PARAM_FIELD_LENGTH);
      Raw.putLong(params + UcpLayout.UcpMemMapParams.ADDRESS, memory.address());
      Raw.putLong(params + UcpLayout.UcpMemMapParams.LENGTH, memory.byteSize());
      long out = zeroed(arena, Long.BYTES);
      int status = ucp.ucp_mem_map(handle, params, out);
      UcxException.check(
          Text.format(
              "registering %d bytes at 0x%x with UCX (devices pin it: see ulimit -l)",
              memory.byteSize(), memory.address()),
          status);
      return Raw.getLong(out);
    }
  }

  /** Ends a registration. */
  public void unregister(long registration) {
    UcxException.check("ending a registration", ucp.ucp_mem_unmap(handle, registration));
  }

  /**
   * Returns the key by which other ranks reach registered memory, for {@link UcpWorker#unpackKey}.
   */
  public byte[] packKey(long registration) {
    try (Arena arena = Arena.ofConfined()) {
      long out = zeroed(arena, 2 * Long.BYTES);
      UcxException.check(
          "packing the key of a registration",
          ucp.ucp_rkey_pack(handle, registration, out, out + Long.BYTES));
      long buffer = Raw.getLong(out);
      byte[] key = UcpWorker.bytes(buffer, Raw.getLong(out + Long.BYTES));
      ucp.ucp_rkey_buffer_release(buffer);
      return key;
    }
  }

  @Override
  public void close() {
    ucp.ucp_cleanup(handle);
  }
}
