package org.armci4j.bootstrap.rendezvous;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thousand ranks in this JVM join a rendezvous in another, exchange, and leave. */
@Timeout(600)
class ThousandRanksTest {
  private static final int SIZE = 1000;
  private static final int VALUE_BYTES = 40;

  /** Twice what is wanted on a quiet machine. */
  private static final double LIMIT_SECONDS = 20;

  private static final double LIMIT_BYTES_PER_RANK = 100_000;
  private static final long EXCHANGE_NANOS = TimeUnit.SECONDS.toNanos(60);

  @Tag("long")
  @Test
  void joinSoonAndTakeLittleMemory() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process server =
        new ProcessBuilder(
                java,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                RendezvousMain.class.getName(),
                "" + SIZE)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader answers = server.inputReader(US_ASCII)) {
      String[] words = answers.readLine().split(" ", -1);
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(words[1]));
      JobSecret secret = JobSecret.ofHex(words[2]);
      long before = heapBytes(server, answers);
      long start = System.nanoTime();
      List<Bootstrap> ranks =
          forAll(
              rank ->
                  join(
                      new Membership(
                          rank, SIZE, words[0], false, new RendezvousPlace(address, secret))));
      double seconds = (System.nanoTime() - start) / 1e9;
      double bytes = (heapBytes(server, answers) - before) / (double) SIZE;
      System.out.printf(
          Locale.ROOT,
          "%d ranks: %.2f s, %.0f bytes each at the rendezvous%n",
          SIZE,
          seconds,
          bytes);
      forAll(
          rank -> {
            ranks.get(rank).close();
            return null;
          });
      assertTrue(seconds < LIMIT_SECONDS, seconds + " s");
      assertTrue(bytes < LIMIT_BYTES_PER_RANK, bytes + " bytes");
    } finally {
      server.destroyForcibly();
    }
  }

  private interface RankTask<T> {
    T run(int rank);
  }

  private static <T> List<T> forAll(RankTask<T> task) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> results = new ArrayList<>();
      for (int rank = 0; rank < SIZE; rank++) {
        int number = rank;
        results.add(threads.submit(() -> task.run(number)));
      }
      List<T> all = new ArrayList<>();
      for (Future<T> result : results) {
        all.add(result.get());
      }
      return all;
    }
  }

  private static Bootstrap join(Membership membership) {
    Bootstrap rank = Bootstrap.open(membership, Settings.resolve(BootstrapSettings.ALL));
    int[] everyone = IntStream.range(0, SIZE).toArray();
    byte[] mine = new byte[VALUE_BYTES];
    mine[0] = (byte) membership.rank();
    List<byte[]> all = rank.exchange("all", everyone, mine, EXCHANGE_NANOS);
    assertEquals((byte) (SIZE - 1), all.get(SIZE - 1)[0]);
    return rank;
  }

  private static long heapBytes(Process server, BufferedReader answers) throws IOException {
    server.getOutputStream().write('\n');
    server.getOutputStream().flush();
    return Long.parseLong(answers.readLine());
  }
}
