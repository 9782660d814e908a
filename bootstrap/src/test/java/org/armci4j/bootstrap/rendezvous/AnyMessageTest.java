package org.armci4j.bootstrap.rendezvous;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Printable;

/** Every message comes back from its frame, whatever it holds; other bytes are refused. */
class AnyMessageTest {
  private static final Arbitrary<Integer> INTS = Arbitraries.integers();
  private static final Arbitrary<Long> LONGS = Arbitraries.longs();
  private static final Arbitrary<byte[]> BYTES =
      Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
  private static final Arbitrary<byte[]> DIGESTS =
      Arbitraries.bytes().array(byte[].class).ofSize(FrameCodec.DIGEST_BYTES);

  /** Those that are read as they were written. */
  private static final Arbitrary<String> TEXTS =
      Arbitraries.strings()
          .ofMaxLength(40)
          .map(text -> Printable.lines(text).replaceAll("[\\ud800-\\udfff]", "?"));

  private static final Arbitrary<int[]> MEMBERS = INTS.array(int[].class).ofMaxSize(9);

  private static final List<Arbitrary<? extends Message>> KINDS =
      List.of(
          DIGESTS.map(Message.Challenge::new),
          Combinators.combine(INTS, INTS, INTS, TEXTS, DIGESTS, DIGESTS).as(Message.Hello::new),
          Combinators.combine(INTS, DIGESTS).as(Message.Welcome::new),
          TEXTS.map(Message.Join::new),
          Combinators.combine(
                  TEXTS,
                  DIGESTS,
                  Combinators.combine(INTS, TEXTS, TEXTS).as(Failure::new).injectNull(0.5))
              .as(Message.Refused::new),
          Combinators.combine(LONGS, Arbitraries.of(true, false), TEXTS, MEMBERS, BYTES)
              .as(Message.Contribute::new),
          Combinators.combine(LONGS, BYTES.injectNull(0.2).list().ofMaxSize(5))
              .as(Message.Completed::new),
          Combinators.combine(LONGS, TEXTS).as(Message.NotCompleted::new),
          Combinators.combine(TEXTS, TEXTS).as(Message.GiveUp::new),
          TEXTS.map(Message.Abort::new),
          Combinators.combine(INTS, TEXTS, TEXTS).as(Failure::new).map(Message.JobFailed::new),
          Combinators.combine(INTS, TEXTS, TEXTS).as(Failure::new).map(Message.RankLost::new),
          Arbitraries.create(Message.Bye::new),
          Combinators.combine(INTS, BYTES).as(Message.Send::new),
          Combinators.combine(INTS, BYTES).as(Message.Received::new),
          Combinators.combine(INTS, TEXTS).as(Message.Undelivered::new),
          LONGS.map(Message.Ping::new),
          LONGS.map(Message.Pong::new),
          INTS.map(Message.ReportWanted::new),
          Combinators.combine(INTS, BYTES).as(Message.Report::new),
          Combinators.combine(DIGESTS, DIGESTS, Arbitraries.of(true, false)).as(Message.Knock::new),
          Combinators.combine(TEXTS, TEXTS).as(Message.NotComing::new),
          Combinators.combine(TEXTS, TEXTS).as(Message.Overdue::new),
          LONGS.map(Message.WaitExtended::new));

  @Provide
  Arbitrary<Message> messages() {
    return Arbitraries.oneOf(KINDS.stream().map(kind -> kind.map(m -> (Message) m)).toList())
        .withoutEdgeCases();
  }

  @Example
  void everyKindIsMade() {
    Set<Class<?>> made =
        KINDS.stream().map(kind -> kind.sample().getClass()).collect(Collectors.toSet());
    assertEquals(Set.of(Message.class.getPermittedSubclasses()), made);
  }

  @Property
  void comesBack(@ForAll("messages") Message message) {
    byte[] frame = FrameCodec.encode(message);
    ByteBuffer in = ByteBuffer.wrap(frame);
    assertEquals(frame.length - FrameCodec.LENGTH_BYTES, in.getInt());
    Message decoded = FrameCodec.decode(in);
    assertEquals(message.getClass(), decoded.getClass());
    // Records with arrays are not equal, but their bytes are.
    assertArrayEquals(frame, FrameCodec.encode(decoded));
  }

  @Property
  void damagedIsAMessageOrRefused(
      @ForAll("messages") Message message, @ForAll int place, @ForAll byte damage) {
    byte[] frame = FrameCodec.encode(message);
    int body = frame.length - FrameCodec.LENGTH_BYTES;
    frame[FrameCodec.LENGTH_BYTES + Math.floorMod(place, body)] ^= damage;
    readOrRefuse(ByteBuffer.wrap(frame, FrameCodec.LENGTH_BYTES, body));
  }

  @Property
  void anyBytesAreAMessageOrRefused(@ForAll byte type, @ForAll @Size(max = 60) byte[] body) {
    byte[] frame = new byte[2 + body.length];
    frame[0] = FrameCodec.VERSION;
    frame[1] = (byte) Math.floorMod(type, FrameCodec.RANK_LOST + 2);
    System.arraycopy(body, 0, frame, 2, body.length);
    readOrRefuse(ByteBuffer.wrap(frame));
  }

  private static void readOrRefuse(ByteBuffer frame) {
    try {
      assertNotNull(FrameCodec.decode(frame));
    } catch (MalformedFrameException refused) {
      assertNotNull(refused.getMessage());
    }
  }
}
