package org.armci4j.transport.ucx.port;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.armci4j.ArmciException;
import org.armci4j.ArmciTimeoutException;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.Waiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes the TCP ports of a job's ranks once all that need each other are connected. UCX believes
 * whoever connects to a port: a put of anybody's is carried out at any address. Nothing of UCX's
 * can keep strangers out, hence, while no rank has any global memory:
 *
 * <ol>
 *   <li>All ranks tell each other their ports, and connect: each pair has used all its connections.
 *   <li>When all have, each closes its ports. Who is not connected by then never will be.
 *   <li>Each tells the others which of its sockets end at a port of the job, as the kernel shows
 *       both ends, by the rendezvous, where all have proved who they are.
 *   <li>Each looks through the connections that it has accepted. One that no rank has told of is a
 *       stranger's, who may have written into this process: the job ends.
 * </ol>
 */
public final class PortAudit {
  private static final Logger LOG = LoggerFactory.getLogger(PortAudit.class);

  private static final byte CLOSES = 1;

  /**
   * How long an accepted connection may stay of which no rank tells: UCX makes some to agree about
   * the others, and each side closes its end at a look of its own.
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
   * What holds for the job.
   *
   * @param ranks how many ranks a job may have for all to be connected at its start
   * @param ranksName the setting that says so
   * @param late the option by which UCX connects later than at the start; empty if none does
   * @param exchangeNanos how long ranks wait for each other
   * @param onlyTcp whether UCX has nothing else, so that it must have ports
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
   * @param bootstrap by which ranks tell each other
   * @param waiter whose looks move UCX on
   * @param ports of this rank
   * @param terms what holds for the job
   */
  public PortAudit(Bootstrap bootstrap, Waiter waiter, WorkerPorts ports, Terms terms) {
    this.bootstrap = bootstrap;
    this.waiter = waiter;
    this.ports = ports;
    this.terms = terms;
  }

  /** Closes the ports of a job in which no rank reaches any by UCX. Waits for no other rank. */
  public void close() {
    sayUnknown();
    ports.close();
    check();
  }

  /**
   * Closes the ports, or says why they stay open. Collective over the job.
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

  /** Whether this rank would close its ports, and which they are. */
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

  /** Throws where somebody is connected that is no rank of this job. */
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
