package org.armci4j.transport.ucx;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.CloseStack;
import org.armci4j.transport.network.HelperInbox;
import org.armci4j.transport.network.LendingLimits;
import org.armci4j.transport.network.Network;
import org.armci4j.transport.network.NetworkCapabilities;
import org.armci4j.transport.network.NetworkContext;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.Registration;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.ucx.port.PortAudit;
import org.armci4j.transport.ucx.port.WorkerPorts;
import org.armci4j.transport.ucx.ucp.UcpContext;
import org.armci4j.transport.ucx.ucp.UcpWorker;
import org.armci4j.transport.ucx.ucp.UcxLibrary;
import org.armci4j.waiting.Doorbell;
import org.armci4j.waiting.Waiter;

/**
 * UCX for one rank: one worker for operations that it starts, another for operations of other
 * ranks.
 */
final class UcxNetwork implements Network {
  /**
   * Shortest lent memory. TCP registers nothing, so any length would do; with devices the
   * registration must pay.
   */
  private static final long LENT_FROM_BYTES = 8192;

  private static final long LENT_LIMIT_BYTES = 1L << 30;

  private final NetworkCapabilities capabilities;
  private final UcpContext ucp;
  private final OriginWorker origin;
  private final RegisteredMemory memory;
  private final BounceBuffers buffers;
  private final UcxInbox inbox;
  private final OriginSteps steps;
  private final UcxShared shared;
  private final WorkerPorts ports;
  private final PortAudit audit;
  private final CloseStack made = new CloseStack();

  /**
   * @param context of the rank
   * @param settings the effective settings
   * @param library the library that opened {@code ucp}
   * @param ucp closed with this network
   */
  UcxNetwork(NetworkContext context, Settings settings, UcxLibrary library, UcpContext ucp) {
    this.ucp = made.push(ucp);
    this.ports = new WorkerPorts(library);
    this.steps = context.steps();
    UcxSettings.Atomics atomics = settings.get(UcxSettings.ATOMICS);
    this.capabilities =
        new NetworkCapabilities(
            atomics != UcxSettings.Atomics.HELPER,
            atomics == UcxSettings.Atomics.CPU,
            Long.MAX_VALUE,
            new LendingLimits(LENT_FROM_BYTES, LENT_LIMIT_BYTES, false));
    boolean onlyTcp = UcxOptions.isTcpAlone(settings, System.getenv(), RdmaDevices.ofThisHost());
    try {
      this.memory = made.push(new RegisteredMemory(this::register));
      long bufferBytes = Long.highestOneBit(settings.get(UcxSettings.COPY_BYTES));
      this.buffers =
          new BounceBuffers(memory.allocate(bufferBytes).memory(), (int) (bufferBytes / 1024));
      UcpWorker target = made.push(ports.of(ucp::newWorker));
      this.origin =
          made.push(
              new OriginWorker(
                  ports.of(ucp::newWorker),
                  settings.get(UcxSettings.REQUEST_TIMEOUT).toNanos(),
                  UcxSettings.REQUEST_TIMEOUT.name(),
                  steps::rest));
      this.inbox =
          new UcxInbox(
              target,
              origin,
              onlyTcp,
              ports.acknowledgements(),
              Math.toIntExact(settings.get(UcxSettings.REQUEST_BYTES)),
              context.failures());
      Waiter waiter = context.waiter(this::poll, origin.bell());
      made.push(waiter::close);
      this.audit =
          new PortAudit(
              context.bootstrap(),
              waiter,
              ports,
              new PortAudit.Terms(
                  settings.get(UcxSettings.CLOSED_PORTS_RANKS),
                  UcxSettings.CLOSED_PORTS_RANKS.name(),
                  UcxOptions.connectsLate(System.getenv()) ? UcxOptions.LANES : "",
                  settings.get(BootstrapSettings.EXCHANGE_TIMEOUT).toNanos(),
                  onlyTcp));
      this.shared =
          new UcxShared(
              context,
              waiter,
              origin,
              newAddress(onlyTcp, target),
              buffers,
              settings.get(UcxSettings.DEPTH),
              (int) Math.min(settings.get(UcxSettings.COPY_PIECE_BYTES), bufferBytes / 4),
              capabilities.atomics(),
              capabilities.cpuCoherentAtomics(),
              UcxOptions.oneMessageBytes(settings, System.getenv()),
              UcxOptions.segmentBytes(settings, System.getenv()));
    } catch (RuntimeException e) {
      made.closeAfter(e);
      throw e;
    }
  }

  private UcxAddress newAddress(boolean onlyTcp, UcpWorker target) {
    RegisteredMemory.Part probe = memory.allocate(Long.BYTES);
    return new UcxAddress(
        Host.name(), onlyTcp, probe.address(), probe.registration().key(), target.address());
  }

  @Override
  public NetworkCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public Registration register(MemorySegment segment) {
    return new UcxRegistration(ucp, segment);
  }

  @Override
  public RemoteKey importKey(int rank, byte[] key) {
    return new UcxRemoteKey(origin, key);
  }

  @Override
  public NetworkEndpoint newEndpoint(int rank) {
    UcxConnection connection = new UcxConnection(rank, shared);
    origin.add(connection);
    return new UcxEndpoint(connection);
  }

  @Override
  public void start(boolean isUsed, Runnable connectAll) {
    if (isUsed) {
      audit.close(
          () -> {
            connectAll.run();
            origin.useAll();
          });
    } else {
      audit.close();
    }
  }

  @Override
  public HelperInbox inbox() {
    return inbox;
  }

  @Override
  public RegisteredMemory memory() {
    return memory;
  }

  @Override
  public BounceBuffers buffers() {
    return buffers;
  }

  @Override
  public Optional<Doorbell> bell() {
    return Optional.of(origin.bell());
  }

  @Override
  public boolean poll() {
    boolean any = origin.poll();
    if (steps.take()) {
      origin.moved(); // another thread may wait for this step
      any = true;
    }
    return any;
  }

  @Override
  public void look() {
    origin.look();
    poll();
  }

  @Override
  public void close() {
    made.close();
  }
}
