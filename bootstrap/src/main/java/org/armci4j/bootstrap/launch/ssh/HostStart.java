package org.armci4j.bootstrap.launch.ssh;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.RankEnvironment;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.RankDebug;
import org.armci4j.bootstrap.launch.plan.RankProgram;
import org.armci4j.bootstrap.launch.plan.StandardInput;
import org.armci4j.bootstrap.launch.process.HostEnvironment;
import org.armci4j.bootstrap.launch.process.RankCommand;
import org.armci4j.bootstrap.rendezvous.RendezvousPlace;

/**
 * Tells an agent which ranks of its host to start. It travels on standard input, so that no shell
 * sees it and no list of processes shows the secret.
 *
 * @param directory the ranks' working directory
 * @param ranks the number of ranks on that host, at least 1
 * @param program what they run
 * @param ending how long they may take to end when the agent is told to end
 * @param first membership of the first of them; the others follow in rank order
 */
public record HostStart(
    String directory, int ranks, RankProgram program, Duration ending, Membership first) {
  /** Stands for the rank in a debugger where there is none. */
  private static final int NO_RANK = -1;

  /** Checks the numbers. */
  public HostStart {
    if (ranks < 1 || ending.isNegative()) {
      throw new IllegalArgumentException(ranks + " ranks, which may take " + ending + " to end");
    }
  }

  /** Returns the start of {@code count} ranks of a job, from {@code first} on. */
  public static HostStart of(JobPlan plan, int count, Membership first) {
    RankProgram program = plan.program();
    List<String> jvmArguments = new ArrayList<>(RankCommand.ownSettings());
    jvmArguments.addAll(program.jvmArguments());
    RankProgram there =
        new RankProgram(
            program.mainClass(),
            program.arguments(),
            jvmArguments,
            HostEnvironment.forRanks(System.getenv(), program.environment()),
            program.classPath(),
            program.input(),
            program.debug(),
            program.records());
    return new HostStart(System.getProperty("user.dir"), count, there, plan.ending(), first);
  }

  /** Returns the membership of the rank numbered {@code index} on that host. */
  Membership membership(int index) {
    return new Membership(
        first.rank() + index,
        first.size(),
        first.jobId(),
        first.terminal(),
        first.incarnation(),
        first.place());
  }

  byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      write(out, directory);
      out.writeInt(ranks);
      write(out, program.mainClass());
      write(out, program.arguments());
      write(out, program.jvmArguments());
      write(out, program.environment());
      write(out, program.classPath());
      write(out, program.input().word());
      write(out, program.debug());
      write(out, program.records());
      out.writeLong(ending.toNanos());
      write(out, RankEnvironment.write(first));
      write(out, first.secret().toHex());
    } catch (IOException impossible) {
      throw new UncheckedIOException("memory does not fail", impossible);
    }
    return bytes.toByteArray();
  }

  /**
   * Returns the start that {@link #encode} has turned into bytes.
   *
   * @throws IOException when {@link #encode} cannot have made the bytes
   */
  static HostStart decode(byte[] bytes) throws IOException {
    try {
      return read(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IllegalArgumentException | BootstrapException wrong) {
      throw new IOException("this is no start of ranks: " + wrong.getMessage(), wrong);
    }
  }

  private static HostStart read(DataInputStream in) throws IOException {
    String directory = readText(in);
    int ranks = in.readInt();
    RankProgram program =
        new RankProgram(
            readText(in),
            readTexts(in),
            readTexts(in),
            readMap(in),
            readTexts(in),
            StandardInput.of(readText(in)),
            readDebug(in),
            readText(in));
    Duration ending = Duration.ofNanos(in.readLong());
    Map<String, String> membership = readMap(in);
    JobSecret secret = JobSecret.ofHex(readText(in));
    Membership first =
        RankEnvironment.read(membership, address -> new RendezvousPlace(address, secret));
    if (first.secret() == null) {
      throw new IOException("this is no start of ranks: it names no rendezvous");
    }
    return new HostStart(directory, ranks, program, ending, first);
  }

  private static RankDebug readDebug(DataInputStream in) throws IOException {
    int rank = in.readInt();
    int port = in.readInt();
    return rank == NO_RANK ? null : new RankDebug(rank, port);
  }

  private static void write(DataOutputStream out, RankDebug debug) throws IOException {
    out.writeInt(debug == null ? NO_RANK : debug.rank());
    out.writeInt(debug == null ? 0 : debug.port());
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static void write(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      write(out, text);
    }
  }

  private static void write(DataOutputStream out, Map<String, String> map) throws IOException {
    List<String> texts = new ArrayList<>();
    map.forEach((name, value) -> texts.addAll(List.of(name, value)));
    write(out, texts);
  }

  private static String readText(DataInputStream in) throws IOException {
    int sizeBytes = in.readInt();
    if (sizeBytes < 0 || sizeBytes > in.available()) {
      throw new IOException("a text of " + sizeBytes + " bytes");
    }
    return new String(in.readNBytes(sizeBytes), StandardCharsets.UTF_8);
  }

  private static List<String> readTexts(DataInputStream in) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int count = in.readInt(); count > 0; count--) {
      texts.add(readText(in));
    }
    return texts;
  }

  private static Map<String, String> readMap(DataInputStream in) throws IOException {
    List<String> texts = readTexts(in);
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i + 1 < texts.size(); i += 2) {
      map.put(texts.get(i), texts.get(i + 1));
    }
    return map;
  }
}
