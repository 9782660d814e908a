package org.armci4j.bootstrap.rendezvous;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.armci4j.bootstrap.Failure;

/** Writes one frame. Its buffer grows as needed; {@link #frame} puts the length in front. */
final class FrameWriter {
  private static final int FIRST_BYTES = 128;

  private byte[] bytes = new byte[FIRST_BYTES];
  private ByteBuffer out = ByteBuffer.wrap(bytes).putInt(0);

  FrameWriter type(int type) {
    room(2).put((byte) FrameCodec.VERSION).put((byte) type);
    return this;
  }

  FrameWriter number(int value) {
    room(Integer.BYTES).putInt(value);
    return this;
  }

  FrameWriter longNumber(long value) {
    room(Long.BYTES).putLong(value);
    return this;
  }

  FrameWriter flag(boolean value) {
    room(1).put((byte) (value ? 1 : 0));
    return this;
  }

  /** Appends bytes whose number both sides know. */
  FrameWriter raw(byte[] value) {
    room(value.length).put(value);
    return this;
  }

  /** Appends bytes behind their number. */
  FrameWriter bytes(byte[] value) {
    return number(value.length).raw(value);
  }

  /** Appends a text in UTF-8 behind the number of its bytes, cut to {@link Message#TEXT_LIMIT}. */
  FrameWriter text(String text) {
    byte[] utf8 = Message.shorten(text).getBytes(StandardCharsets.UTF_8);
    room(Short.BYTES).putShort((short) utf8.length);
    return raw(utf8);
  }

  FrameWriter failure(Failure failure) {
    return number(failure.rank()).text(failure.host()).text(failure.reason());
  }

  private ByteBuffer room(int more) {
    if (out.remaining() < more) {
      int used = out.position();
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(used, more), 2 * used));
      out = ByteBuffer.wrap(bytes).position(used);
    }
    return out;
  }

  /** Returns the frame with its length in front. */
  byte[] frame() {
    out.putInt(0, out.position() - FrameCodec.LENGTH_BYTES);
    return Arrays.copyOf(bytes, out.position());
  }
}
