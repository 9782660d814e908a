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
import org.armci4j.bootstrap.launch.plan.StallReports;
import org.armci4j.bootstrap.launch.plan.StandardInput;
import org.armci4j.bootstrap.launch.process.HostEnvironment;
import org.armci4j.bootstrap.launch.process.RankCommand;
import org.armci4j.bootstrap.rendezvous.RendezvousPlace;

/**
 * Tells an agent which ranks of its host to start. It travels on standard input, so that no shell
 * sees it and no list of processes shows the secret.
 *
 * @param directory the ranks' working directory
 * @param plan the program; its size is the number of ranks on that host
 * @param first membership of the first of them; the others follow in rank order
 */
public record HostStart(String directory, JobPlan plan, Membership first) {
  /** Stands for the rank in a debugger where there is none. */
  private static final int NO_RANK = -1;

  /** Returns the start of {@code count} ranks of a job, from {@code first} on. */
  public static HostStart of(JobPlan plan, int count, Membership first) {
    List<String> jvmArguments = new ArrayList<>(RankCommand.ownSettings());
    jvmArguments.addAll(plan.jvmArguments());
    JobPlan there =
        new JobPlan(
            count,
            false,
            plan.mainClass(),
            plan.arguments(),
            jvmArguments,
            HostEnvironment.forRanks(System.getenv(), plan.environment()),
            plan.classPath(),
            false,
            Duration.ZERO,
            Duration.ZERO,
            plan.ending(),
            StallReports.NONE,
            plan.input(),
            List.of(),
            "",
            plan.debug());
    return new HostStart(System.getProperty("user.dir"), there, first);
  }

  /** Returns the membership of the rank numbered {@code index} on that host. */
  Membership membership(int index) {
    return new Membership(
        first.rank() + index, first.size(), first.jobId(), first.terminal(), first.place());
  }

  byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      write(out, directory);
      out.writeInt(plan.size());
      write(out, plan.mainClass());
      write(out, plan.arguments());
      write(out, plan.jvmArguments());
      write(out, plan.environment());
      write(out, plan.classPath());
      out.writeLong(plan.ending().toNanos());
      write(out, plan.input().word());
      out.writeInt(plan.debug() == null ? NO_RANK : plan.debug().rank());
      out.writeInt(plan.debug() == null ? 0 : plan.debug().port());
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
    JobPlan plan =
        new JobPlan(
            in.readInt(),
            false,
            readText(in),
            readTexts(in),
            readTexts(in),
            readMap(in),
            readTexts(in),
            false,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofNanos(in.readLong()),
            StallReports.NONE,
            StandardInput.of(readText(in)),
            List.of(),
            "",
            readDebug(in));
    Map<String, String> membership = readMap(in);
    JobSecret secret = JobSecret.ofHex(readText(in));
    Membership first =
        RankEnvironment.read(membership, address -> new RendezvousPlace(address, secret));
    if (first.secret() == null) {
      throw new IOException("this is no start of ranks: it names no rendezvous");
    }
    return new HostStart(directory, plan, first);
  }

  private static RankDebug readDebug(DataInputStream in) throws IOException {
    int rank = in.readInt();
    int port = in.readInt();
    return rank == NO_RANK ? null : new RankDebug(rank, port);
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
