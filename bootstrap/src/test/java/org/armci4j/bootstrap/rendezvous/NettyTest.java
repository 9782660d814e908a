package org.armci4j.bootstrap.rendezvous;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.TooLongFrameException;
import org.junit.jupiter.api.Test;

class NettyTest {
  private static final int LIMIT_BYTES = 256;

  private final EmbeddedChannel channel = new EmbeddedChannel();

  private static ByteBuf frame(int bytes) {
    return Unpooled.buffer().writeInt(bytes).writeZero(bytes);
  }

  @Test
  void aFrameAsLongAsTheLimitComesThrough() {
    Netty.limitFrames(channel.pipeline(), LIMIT_BYTES);
    channel.writeInbound(frame(LIMIT_BYTES));
    ByteBuf received = channel.readInbound();
    assertEquals(LIMIT_BYTES, received.readableBytes());
    received.release();
  }

  @Test
  void aFrameOneByteLongerDoesNot() {
    Netty.limitFrames(channel.pipeline(), LIMIT_BYTES);
    assertThrows(TooLongFrameException.class, () -> channel.writeInbound(frame(LIMIT_BYTES + 1)));
  }

  @Test
  void aNewLimitHoldsFromTheNextFrameOn() {
    Netty.limitFrames(channel.pipeline(), LIMIT_BYTES);
    Netty.limitFrames(channel.pipeline(), 2 * LIMIT_BYTES);
    channel.writeInbound(frame(2 * LIMIT_BYTES));
    ByteBuf received = channel.readInbound();
    assertEquals(2 * LIMIT_BYTES, received.readableBytes());
    received.release();
  }
}
