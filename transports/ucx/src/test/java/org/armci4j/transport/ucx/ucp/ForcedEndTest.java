package org.armci4j.transport.ucx.ucp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.ucx.ucp.api.Ucp;
import org.armci4j.transport.ucx.ucp.api.UcsStatus;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of a connection by force, while updates that return a value are under way. */
class ForcedEndTest {
  private static final Map<String, String> LOOPBACK = Map.of("TLS", "tcp", "NET_DEVICES", "lo");
  private static final String DISCONNECT = "disconnect";
  private static final String SURVIVED = "survived";
  private static final int UPDATES = 20;
  private static final int ROUNDS = 200;

  @TempDir Path folder;

  /**
   * Has the C library fill memory that it hands out: what UCX does not set is not 0 by chance then.
   * In a process of its own, as a wrong address would end it.
   */
  @ParameterizedTest
  @ValueSource(strings = {DISCONNECT, "close"})
  void theProcessSurvives(String end) throws IOException, InterruptedException {
    assumeTrue(UcxLibrary.find().isAvailable(), UcxLibrary.find()::reason);
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:ErrorFile=/dev/null",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Ends.class.getName(),
            end);
    builder.environment().put("MALLOC_PERTURB_", "85");
    Path file = folder.resolve("output");
    Process process = builder.redirectErrorStream(true).redirectOutput(file.toFile()).start();
    boolean ended = process.waitFor(1, TimeUnit.MINUTES);
    process.destroyForcibly();
    String output = Files.readString(file);
    assertTrue(ended, output);
    assertTrue(output.endsWith(SURVIVED + "\n"), output);
    assertEquals(0, process.exitValue(), output);
  }

  /** Runs in that process. */
  static final class Ends {
    private Ends() {}

    public static void main(String[] arguments) {
      MemorySegment words = Raw.allocate((2 + UPDATES) * Long.BYTES);
      long here = words.address();
      try (UcpContext context = UcpContext.open(UcxLibrary.find().library(), LOOPBACK, 2);
          UcpWorker target = context.newWorker()) {
        long registration = context.register(words);
        UcpWorker origin = context.newWorker();
        long endpoint = origin.connect(target.address());
        long key = origin.unpackKey(endpoint, context.packKey(registration));
        finish(origin, target, origin.put(endpoint, here, Long.BYTES, here + Long.BYTES, key));
        finish(origin, target, origin.flush(endpoint));
        long latest = 0;
        for (int i = 0; i < UPDATES; i++) {
          long result = here + (2L + i) * Long.BYTES;
          latest =
              origin.atomic(
                  endpoint,
                  Ucp.UCP_ATOMIC_OP_SWAP,
                  Long.BYTES,
                  here,
                  result,
                  here + Long.BYTES,
                  key);
        }
        for (int i = 0; i < ROUNDS; i++) { // they go out, and the target does not answer
          origin.progress();
        }
        if (latest == 0 || origin.check(latest) != UcsStatus.IN_PROGRESS) {
          throw new AssertionError("no update is under way");
        }
        if (arguments[0].equals(DISCONNECT)) {
          origin.disconnect(endpoint);
          origin.releaseKey(key);
        }
        origin.close();
        context.unregister(registration);
      }
      System.out.println(SURVIVED);
    }

    private static void finish(UcpWorker origin, UcpWorker target, long request) {
      while (request != 0 && origin.check(request) == UcsStatus.IN_PROGRESS) {
        origin.progress();
        target.progress();
      }
      if (request != 0) {
        origin.free(request);
      }
    }
  }
}
