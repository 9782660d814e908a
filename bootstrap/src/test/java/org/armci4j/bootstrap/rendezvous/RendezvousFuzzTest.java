package org.armci4j.bootstrap.rendezvous;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Seed;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Damaged messages, in the long form a million: 900,000 into the codec, 100,000 conversations
 * through the server's pipeline, where two honest ranks work on after each. A peer that proves the
 * secret and then talks nonsense may fail, but only itself; one that does not prove it changes
 * nothing.
 */
class RendezvousFuzzTest {
  private static final int SIZE = 4;

  /** The rank that the fuzzer mostly claims to be; 0 and 1 are honest. */
  private static final int FUZZED = 3;

  private static final byte[] DIGEST = new byte[FrameCodec.DIGEST_BYTES];

  /** Every kind of message, from whichever side: all may come from a stranger. */
  private static final List<Message> MESSAGES =
      List.of(
          new Message.Challenge(DIGEST),
          new Message.Hello(FUZZED, SIZE, FUZZED, "job", DIGEST, DIGEST),
          new Message.Welcome(DIGEST),
          new Message.Join("host"),
          new Message.Refused("reason"),
          new Message.Contribute(1, false, "key", new int[] {0, 1, FUZZED}, new byte[20]),
          new Message.Contribute(2, true, "alone", new int[] {FUZZED}, new byte[20]),
          new Message.Completed(1, List.of(new byte[3], new byte[0])),
          new Message.NotCompleted(1, "reason"),
          new Message.GiveUp("key", "why"),
          new Message.Abort("reason"),
          new Message.JobFailed(new Failure(0, "host", "reason")),
          new Message.Send(0, new byte[10]),
          new Message.Received(0, new byte[10]),
          new Message.Undelivered(0, "reason"),
          new Message.Ping(1_000_000_000),
          new Message.Pong(5),
          new Message.ReportWanted(1),
          new Message.Report(1, new byte[30]),
          new Message.Knock(DIGEST, DIGEST, true),
          new Message.NotComing("folder", "reason"),
          new Message.Overdue("key", "why"),
          new Message.WaitExtended(1),
          new Message.Bye());

  private final RendezvousOptions options =
      RendezvousOptions.of(
          SIZE,
          Duration.ZERO,
          Settings.of(BootstrapSettings.ALL)
              .set(BootstrapSettings.PROOF_TIMEOUT, Duration.ofHours(1))
              .set(BootstrapSettings.FRAME_LIMIT, 4096L)
              .resolve());

  private final Authenticator authenticator = new Authenticator(options.secret());
  private final List<byte[]> frames = MESSAGES.stream().map(RendezvousFuzzTest::encode).toList();
  private final PrintStream errors = System.err;
  private final LogCounter log = new LogCounter();

  /** Counts log lines, of which there are many here, instead of printing them. */
  private static final class LogCounter extends OutputStream {
    int refusals;
    final List<String> mistakes = new ArrayList<>();

    @Override
    public void write(int value) {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int sizeBytes) {
      String text = new String(bytes, offset, sizeBytes, StandardCharsets.UTF_8);
      if (text.contains(" ERROR ")) {
        mistakes.add(text);
      } else if (text.contains("rendezvous refused")) {
        refusals++;
      }
    }
  }

  @BeforeEach
  void catchLog() {
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void releaseLog() {
    System.setErr(errors);
  }

  private static byte[] encode(Message message) {
    return FrameCodec.encode(message);
  }

  @Test
  void someDamagedFramesGiveAMessageOrAnErrorAndNothingElse() {
    damagedFramesGiveAMessageOrAnErrorAndNothingElse(90_000);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = 900_000)
  void damagedFramesGiveAMessageOrAnErrorAndNothingElse(int damaged) {
    Random random = new Random(Seed.of("damagedFramesGiveAMessageOrAnErrorAndNothingElse"));
    int read = 0;
    for (int i = 0; i < damaged; i++) {
      byte[] frame = damage(frames.get(random.nextInt(frames.size())), random);
      int start = Math.min(frame.length, FrameCodec.LENGTH_BYTES);
      try {
        FrameCodec.decode(ByteBuffer.wrap(frame, start, frame.length - start));
        read++;
      } catch (MalformedFrameException malformed) {
        // As it should be; any other exception fails the test.
      }
    }
    assertTrue(read > damaged / 20 && read < damaged / 2, "of " + damaged + " were read: " + read);
  }

  @Test
  void someDamagedConversationsHarmNobodyElse() {
    damagedConversationsHarmNobodyElse(10_000);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = 100_000)
  void damagedConversationsHarmNobodyElse(int conversations) {
    long seed = Seed.of("damagedConversationsHarmNobodyElse");
    Random random = new Random(seed);
    Job job = new Job();
    int joined = 0;
    for (int i = 0; i < conversations; i++) {
      if (job.isSpent()) {
        joined++;
        job = new Job();
      }
      Stranger stranger = new Stranger(job, random);
      stranger.talk(random);
      job.check("conversation " + i + " of seed " + seed, stranger);
    }
    assertEquals(List.of(), log.mistakes);
    assertTrue(log.refusals > conversations / 2, "refused: " + log.refusals);
    assertTrue(joined > conversations / 50, "joined: " + joined);
  }

  /** A server without its socket, and two ranks of it. */
  private final class Job {
    final List<Integer> joinedRanks = new ArrayList<>();
    final JobStates job =
        new JobStates(
            options,
            new RendezvousListener() {
              @Override
              public void joined(int rank) {
                joinedRanks.add(rank);
              }
            });
    final Newcomers newcomers = new Newcomers(64, new Random());
    final EmbeddedChannel[] honest = {join(0), join(1)};
    private int exchanges;

    EmbeddedChannel connect() {
      EmbeddedChannel channel = new EmbeddedChannel();
      channel
          .pipeline()
          .addLast(new ServerConnection(options, authenticator, newcomers, new StrangerLog(), job));
      Netty.limitFrames(channel.pipeline(), FrameCodec.UNPROVED_FRAME_LIMIT_BYTES);
      channel.pipeline().fireChannelActive();
      return channel;
    }

    private EmbeddedChannel join(int rank) {
      EmbeddedChannel channel = connect();
      channel.writeInbound(Unpooled.wrappedBuffer(encode(authenticator.knock(false))));
      channel.writeInbound(Unpooled.wrappedBuffer(encode(hello(next(channel), rank))));
      assertTrue(next(channel) instanceof Message.Welcome);
      channel.writeInbound(Unpooled.wrappedBuffer(encode(new Message.Join("honest"))));
      return channel;
    }

    boolean isSpent() {
      return job.failure() != null || joinedRanks.size() > 2;
    }

    /** The honest ranks can work, unless the stranger had proved the secret and failed. */
    void check(String when, Stranger stranger) {
      Failure failure = job.failure();
      if (failure != null) {
        assertTrue(stranger.claimed > 1 && joinedRanks.contains(stranger.claimed), when);
        assertEquals(stranger.claimed, failure.rank(), when);
      }
      if (!stranger.knowsTheSecret) {
        assertNull(failure, when);
        assertEquals(List.of(0, 1), joinedRanks, when);
      }
      String key = "honest " + exchanges++;
      for (int rank = 0; rank < 2; rank++) {
        var contribution =
            new Message.Contribute(rank, false, key, new int[] {0, 1}, new byte[] {7});
        honest[rank].writeInbound(Unpooled.wrappedBuffer(encode(contribution)));
      }
      for (int rank = 0; rank < 2; rank++) {
        Message answer = next(honest[rank]);
        while (answer != null && !(answer instanceof Message.Completed)) {
          answer = next(honest[rank]);
        }
        assertTrue(answer instanceof Message.Completed c && c.id() == rank, when);
      }
      stranger.channel.finishAndReleaseAll();
    }
  }

  private static Message next(EmbeddedChannel channel) {
    ByteBuf frame = channel.readOutbound();
    return frame == null
        ? null
        : FrameCodec.decode(frame.skipBytes(FrameCodec.LENGTH_BYTES).nioBuffer());
  }

  private Message.Hello hello(Message challenge, int rank) {
    var claim =
        new Authenticator.Claim(
            ((Message.Challenge) challenge).serverNonce(), DIGEST, rank, SIZE, 0, options.jobId());
    byte[] proof = authenticator.prove(Authenticator.Prover.RANK, claim);
    return new Message.Hello(rank, SIZE, 0, options.jobId(), DIGEST, proof);
  }

  /** A connection that begins well, or does not, and goes wrong at some time. */
  private final class Stranger {
    final EmbeddedChannel channel;
    final boolean knowsTheSecret;
    final int claimed;
    private final List<byte[]> words = new ArrayList<>();

    Stranger(Job job, Random random) {
      channel = job.connect();
      knowsTheSecret = random.nextInt(4) == 0;
      claimed = random.nextInt(8) == 0 ? random.nextInt(SIZE + 1) : FUZZED;
      if (knowsTheSecret) {
        channel.writeInbound(Unpooled.wrappedBuffer(encode(authenticator.knock(false))));
        words.add(encode(hello(next(channel), claimed)));
        words.add(encode(new Message.Join("stranger")));
      }
      for (int more = random.nextInt(4); more > 0; more--) {
        words.add(frames.get(random.nextInt(frames.size())));
      }
      if (!knowsTheSecret && words.isEmpty()) {
        words.add(frames.get(1));
      }
    }

    void talk(Random random) {
      for (int changes = random.nextInt(3); changes > 0; changes--) {
        int i = random.nextInt(words.size());
        switch (random.nextInt(4)) {
          case 0 -> words.add(i, words.get(random.nextInt(words.size()))); // twice, or out of turn
          case 1 -> words.add(words.remove(i)); // late
          default -> words.set(i, damage(words.get(i), random));
        }
      }
      ByteBuf all = Unpooled.buffer();
      words.forEach(all::writeBytes);
      int pieces = random.nextInt(3);
      while (all.isReadable() && channel.isOpen()) {
        int length = pieces == 0 ? all.readableBytes() : 1 + random.nextInt(pieces == 1 ? 2 : 50);
        channel.writeInbound(all.readBytes(Math.min(length, all.readableBytes())));
      }
    }
  }

  /** Changes, removes, adds or doubles some bytes, with a liking for lengths and types. */
  private static byte[] damage(byte[] frame, Random random) {
    byte[] bytes = frame.clone();
    for (int damage = 1 + random.nextInt(3); damage > 0 && bytes.length > 0; damage--) {
      int at = random.nextInt(random.nextBoolean() ? bytes.length : Math.min(12, bytes.length));
      switch (random.nextInt(6)) {
        case 0 -> bytes[at] = (byte) random.nextInt();
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes[at] = new byte[] {0, -1, 127, -128}[random.nextInt(4)];
        case 3 -> bytes = java.util.Arrays.copyOf(bytes, at);
        case 4 -> bytes = java.util.Arrays.copyOf(bytes, bytes.length + random.nextInt(20));
        default -> bytes[at]++;
      }
    }
    return bytes;
  }
}
