package org.armci4j.bootstrap.rendezvous;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Whatever comes as a frame is a message, or is said to be none. */
class FrameFuzzTest {
  @FuzzTest
  void bytesAreAMessageOrMalformed(byte[] bytes) {
    Message message;
    try {
      message = FrameCodec.decode(ByteBuffer.wrap(bytes));
    } catch (MalformedFrameException malformed) {
      return; // as it should be; any other exception is a finding
    }
    // Not compared with what was read: control characters in it were escaped, long texts cut.
    byte[] once = FrameCodec.encode(message);
    byte[] body = Arrays.copyOfRange(once, FrameCodec.LENGTH_BYTES, once.length);
    assertArrayEquals(once, FrameCodec.encode(FrameCodec.decode(ByteBuffer.wrap(body))));
  }
}
