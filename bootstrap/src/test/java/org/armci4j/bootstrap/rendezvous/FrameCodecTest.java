package org.armci4j.bootstrap.rendezvous;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.armci4j.bootstrap.Failure;
import org.junit.jupiter.api.Test;

class FrameCodecTest {
  private static final List<Message> ONE_OF_EACH =
      List.of(
          new Message.Challenge(digest(1)),
          new Message.Hello(7, 8, 1, "job-1", digest(2), digest(3)),
          new Message.Welcome(5, digest(4)),
          new Message.Join("näve\uD83D\uDE80"),
          new Message.Refused("over", digest(5), new Failure(-1, "a", "b")),
          new Message.Contribute(-5, true, "key:1", new int[] {3, 0, -1}, new byte[] {1, 2, 3}),
          new Message.Completed(Long.MAX_VALUE, List.of(new byte[0], new byte[] {9})),
          new Message.NotCompleted(0, "reason"),
          new Message.GiveUp("key", "why"),
          new Message.Abort("x".repeat(Message.TEXT_LIMIT)),
          new Message.JobFailed(new Failure(-1, "host", "reason")),
          new Message.Bye(),
          new Message.RankLost(new Failure(2, "host", "reason")),
          new Message.Send(3, new byte[] {1, 2}),
          new Message.Received(4, new byte[0]),
          new Message.Undelivered(5, "reason"),
          new Message.Ping(30_000_000_000L),
          new Message.Pong(7),
          new Message.ReportWanted(1),
          new Message.Report(1, new byte[] {5}),
          new Message.Knock(digest(5), digest(6), true),
          new Message.NotComing("folder", "reason"),
          new Message.Overdue("key", "why"),
          new Message.WaitExtended(3));

  private static byte[] digest(int first) {
    byte[] digest = new byte[FrameCodec.DIGEST_BYTES];
    digest[0] = (byte) first;
    return digest;
  }

  private static byte[] encode(Message message) {
    return FrameCodec.encode(message);
  }

  private static Message decodeFrame(byte[] withLength) {
    ByteBuffer in = ByteBuffer.wrap(withLength);
    assertEquals(withLength.length - FrameCodec.LENGTH_BYTES, in.getInt());
    return FrameCodec.decode(in);
  }

  @Test
  void everyMessageComesBack() {
    for (Message message : ONE_OF_EACH) {
      byte[] frame = encode(message);
      Message decoded = decodeFrame(frame);
      assertEquals(message.getClass(), decoded.getClass());
      // Records with arrays are not equal, but their bytes are.
      assertArrayEquals(frame, encode(decoded), message.toString());
    }
    assertEquals(Message.class.getPermittedSubclasses().length, ONE_OF_EACH.size());
  }

  @Test
  void fieldsKeepTheirPlaces() {
    var contribute = (Message.Contribute) decodeFrame(encode(ONE_OF_EACH.get(5)));
    assertEquals(-5, contribute.id());
    assertEquals("key:1", contribute.key());
    assertArrayEquals(new int[] {3, 0, -1}, contribute.members());
    assertArrayEquals(new byte[] {1, 2, 3}, contribute.value());
    var failed = (Message.JobFailed) decodeFrame(encode(ONE_OF_EACH.get(10)));
    assertEquals(new Failure(-1, "host", "reason"), failed.failure());
  }

  @Test
  void layoutIsAsDocumented() {
    assertArrayEquals(new byte[] {0, 0, 0, 2, 1, 12}, encode(new Message.Bye()));
    assertArrayEquals(
        new byte[] {0, 0, 0, 6, 1, 10, 0, 2, 'o', 'k'}, encode(new Message.Abort("ok")));
  }

  @Test
  void lengthsAreAsPredicted() {
    for (Message message : ONE_OF_EACH) {
      int length = encode(message).length - FrameCodec.LENGTH_BYTES;
      if (message instanceof Message.Completed completed) {
        assertEquals(length, FrameCodec.completedBytes(completed.values()));
      } else if (message instanceof Message.Contribute contribute) {
        assertTrue(length <= FrameCodec.atMostBytes(contribute));
      }
    }
  }

  @Test
  void longTextsAreCut() {
    var abort = (Message.Abort) decodeFrame(encode(new Message.Abort("\u20ac".repeat(100_000))));
    assertEquals(Message.TEXT_LIMIT, abort.reason().length());
    assertTrue(abort.reason().endsWith("..."));
  }

  @Test
  void controlCharactersAreEscaped() {
    var refused =
        (Message.Refused) decodeFrame(encode(new Message.Refused("\u001b[2Ja\nb\u202e\u009b")));
    assertEquals("\\u001b[2Ja\nb\\u202e\\u009b", refused.reason());
  }

  @Test
  void theLongestHelloFitsBeforeTheProof() {
    int length =
        encode(new Message.Hello(1, 2, 3, "j".repeat(64), digest(1), digest(2))).length
            - FrameCodec.LENGTH_BYTES;
    assertTrue(length <= FrameCodec.UNPROVED_FRAME_LIMIT_BYTES);
  }

  @Test
  void everyTruncationAndEveryExtraByteIsMalformed() {
    for (Message message : ONE_OF_EACH) {
      byte[] bytes = encode(message);
      ByteBuffer frame = ByteBuffer.wrap(bytes).position(FrameCodec.LENGTH_BYTES).slice();
      for (int length = 0; length < Math.min(frame.limit(), 300); length++) {
        ByteBuffer cut = frame.slice(0, length);
        assertThrows(MalformedFrameException.class, () -> FrameCodec.decode(cut));
      }
      ByteBuffer extended =
          ByteBuffer.wrap(Arrays.copyOfRange(bytes, FrameCodec.LENGTH_BYTES, bytes.length + 1));
      assertThrows(MalformedFrameException.class, () -> FrameCodec.decode(extended));
    }
  }
}
