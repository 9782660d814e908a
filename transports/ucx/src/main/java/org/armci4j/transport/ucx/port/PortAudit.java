package org.armci4j.transport.ucx.port;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.Waiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes the TCP ports of a job's ranks once all ranks that need each other are connected. UCX
 * trusts whoever connects to a port: it carries out anybody's put at any address. UCX itself has no
 * means to keep strangers out. So the following happens while no rank has any global memory:
 *
 * <ol>
 *   <li>All ranks exchange their ports, and connect. Each pair uses all its connections.
 *   <li>When all have done so, each rank closes its ports. Nobody can connect from then on.
 *   <li>Each rank tells the others which of its sockets end at a port of the job, with both ends as
 *       the kernel shows them. It does so through the rendezvous, where every rank has
 *       authenticated itself.
 *   <li>Each rank checks the connections that it has accepted. A connection that no rank has named
 *       is a stranger's, who may have written into this process: the job ends.
 * </ol>
 */
public final class PortAudit {
  private static final Logger LOG = LoggerFactory.getLogger(PortAudit.class);

  private static final byte CLOSES = 1;

  /**
   * Longest time for which an accepted connection that no rank has named may stay. UCX makes some
   * connections to agree about the others, and each side closes its end in a poll of its own.
   */
  private static final long STALE_NANOS = 1_000_000_000L;

  private static final Condition<PortAudit> HAS_NO_STRANGER = (audit, _, _) -> !audit.hasStranger();

  private final Bootstrap bootstrap;
  private final Waiter waiter;
  private final WorkerPorts ports;
  private final Terms terms;
  private Set<String> connections = Set.of();
  private TcpSocket stranger;

  /**
   * Terms of the audit, the same on all ranks.
   *
   * @param ranks largest job whose ranks all connect at the start
   * @param ranksName the setting that holds this limit
   * @param late the option by which UCX connects later than at the start; empty if none does
   * @param exchangeNanos how long ranks wait for each other
   * @param onlyTcp whether UCX has nothing but TCP, so that it must have ports
   */
  public record Terms(
      int ranks, String ranksName, String late, long exchangeNanos, boolean onlyTcp) {
    private boolean letClose(int size) {
      return size <= ranks && late.isEmpty();
    }

    private String whyNot(int size) {
      return late.isEmpty()
          ? Text.format("%s=%d is below this job's %d ranks", ranksName, ranks, size)
          : late + " has UCX connect again later";
    }
  }

  /**
   * @param bootstrap exchanges values between ranks
   * @param waiter its looks advance UCX
   * @param ports of this rank
   * @param terms the same on all ranks
   */
  public PortAudit(Bootstrap bootstrap, Waiter waiter, WorkerPorts ports, Terms terms) {
    this.bootstrap = bootstrap;
    this.waiter = waiter;
    this.ports = ports;
    this.terms = terms;
  }

  /**
   * Closes the ports of a job whose ranks do not reach each other by UCX. Waits for no other rank.
   */
  public void close() {
    sayUnknown();
    ports.close();
    check();
  }

  /**
   * Closes the ports, or logs why they stay open. Collective over the job.
   *
   * @param connect connects this rank to all that it may ever reach, and uses each connection
   */
  public void close(Runnable connect) {
    sayUnknown();
    List<byte[]> plans = exchange("ports", plan());
    if (!agree(plans)) {
      return;
    }
    Set<Integer> numbers = numbers(plans);
    if (numbers.isEmpty()) {
      return; // not over TCP
    }
    connect.run();
    exchange("ports connected", new byte[0]);
    ports.close();
    connections = decode(exchange("ports sockets", encode(ports.connectionsTo(numbers))));
    check();
    ports.allAccepted();
  }

  private List<byte[]> exchange(String key, byte[] mine) {
    int[] everyone = IntStream.range(0, bootstrap.size()).toArray();
    return bootstrap.exchange(key, everyone, mine, terms.exchangeNanos());
  }

  private void sayUnknown() {
    if (terms.onlyTcp() && ports.isEmpty() && ports.unknown().isEmpty()) {
      LOG.warn(
          "rank {}: the ports of this version of UCX are not found, and stay open"
              + " (docs/security.md)",
          bootstrap.rank());
    }
    for (TcpSocket socket : ports.unknown()) {
      LOG.warn(
          "rank {}: port {} stays open, as it may be UCX's or not (docs/security.md)",
          bootstrap.rank(),
          socket.local());
    }
  }

  /** Returns whether this rank would close its ports, and their numbers. */
  private byte[] plan() {
    ByteBuffer out = ByteBuffer.allocate(1 + ports.sizeBytes());
    out.put(terms.letClose(bootstrap.size()) ? CLOSES : 0);
    ports.putInto(out);
    return out.array();
  }

  private boolean agree(List<byte[]> plans) {
    for (byte[] plan : plans) {
      if (plan[0] != CLOSES) {
        if (bootstrap.rank() == 0) {
          LOG.warn(
              "UCX's ports stay open, as {}: whoever reaches a port can write into its rank"
                  + " (docs/security.md)",
              terms.whyNot(bootstrap.size()));
        }
        return false;
      }
    }
    return true;
  }

  private static Set<Integer> numbers(List<byte[]> plans) {
    Set<Integer> numbers = new HashSet<>();
    for (byte[] plan : plans) {
      ByteBuffer in = ByteBuffer.wrap(plan, 1, plan.length - 1);
      while (in.hasRemaining()) {
        numbers.add(Short.toUnsignedInt(in.getShort()));
      }
    }
    return numbers;
  }

  private static byte[] encode(List<String> connections) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (String connection : connections) {
      byte[] bytes = connection.getBytes(StandardCharsets.ISO_8859_1);
      out.write(bytes.length);
      out.writeBytes(bytes);
    }
    return out.toByteArray();
  }

  private static Set<String> decode(List<byte[]> values) {
    Set<String> connections = new HashSet<>();
    for (byte[] value : values) {
      for (int at = 0; at < value.length; at += 1 + value[at]) {
        connections.add(new String(value, at + 1, value[at], StandardCharsets.ISO_8859_1));
      }
    }
    return connections;
  }

  /** Throws if anyone but a rank of this job is connected. */
  private void check() {
    try {
      waiter.await(HAS_NO_STRANGER, this, 0, 0, STALE_NANOS, "connections to UCX's ports");
    } catch (ArmciTimeoutException e) {
      throw new ArmciException(
          Text.format(
              "rank %d: %s is connected to UCX's port %s and is no rank of this job, so it may have"
                  + " written into this process; keep others from these hosts' ports, or, where"
                  + " addresses are translated between the hosts (NAT), leave the ports open by"
                  + " %s=0 (docs/security.md)",
              bootstrap.rank(),
              stranger.remote() == null ? "somebody who has left" : stranger.remote(),
              stranger.local(),
              terms.ranksName()),
          e);
    }
  }

  private boolean hasStranger() {
    for (TcpSocket socket : ports.accepted()) {
      if (socket.remote() == null
          || !connections.contains(TcpAddress.connection(socket.remote(), socket.local()))) {
        stranger = socket;
        return true;
      }
    }
    return false;
  }
}
