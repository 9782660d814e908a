package org.armci4j.bootstrap.rendezvous;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.PreferHeapByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.TimeUnit;

/** Provides the parts of Netty that the server uses, in their leanest form. */
final class Netty {
  /**
   * Allocates buffers without a pool: a few messages at set-up need none, and nothing can leak.
   * Reads go to the heap too: for native memory Netty would link {@code malloc}, which takes 30 ms.
   */
  static final ByteBufAllocator ALLOCATOR =
      new PreferHeapByteBufAllocator(new UnpooledByteBufAllocator(false, true));

  private static final String TLS = "tls";

  private static final String MACHINE = "io.netty.machineId";

  private Netty() {}

  /**
   * Returns a loop of one daemon thread called {@code name}. A loop and not a group: at its end a
   * group starts a thread of Netty's own, which keeps the JVM alive for another second.
   */
  static SingleThreadIoEventLoop newLoop(String name) {
    return new SingleThreadIoEventLoop(
        null, Thread.ofPlatform().daemon().name(name).factory(), NioIoHandler.newFactory());
  }

  /**
   * Listens at {@code port}. Connections over TCP send at once (TCP_NODELAY), which is Netty's
   * default.
   */
  static ServerChannel listen(RendezvousPort port) {
    // Netty names channels in its log by the address of a network interface, and logs a long
    // complaint where there is none.
    System.setProperty(MACHINE, System.getProperty(MACHINE, "00:00:00:00:00:01"));
    ServerSocketChannel channel = port.channel();
    return port.address() instanceof UnixDomainSocketAddress
        ? new NioServerDomainSocketChannel(channel)
        : new NioServerSocketChannel(channel);
  }

  /**
   * Ends the thread of {@code loop} after its queued tasks. Waits for the end, at most a second: no
   * task here takes long.
   */
  static void stop(SingleThreadIoEventLoop loop) {
    Future<?> _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    try {
      loop.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Encrypts everything behind the frame that is being received. Sets no time-out of its own: the
   * time limit for the proof covers the TLS handshake.
   */
  static void encrypt(ChannelPipeline pipeline, Tls tls) {
    SslHandler handler = new SslHandler(tls.forServer());
    handler.setHandshakeTimeoutMillis(0);
    ChannelHandlerContext inClear = pipeline.context(LengthFieldBasedFrameDecoder.class);
    pipeline.addAfter(inClear.name(), TLS, handler);
    pipeline.addAfter(TLS, null, frames(FrameCodec.UNPROVED_FRAME_LIMIT_BYTES));
    pipeline.remove(inClear.handler()); // passes received bytes on to TLS, the next handler
  }

  /** Returns whether TLS is wanted and its handshake has not ended. */
  static boolean awaitsTls(Channel channel) {
    ChannelHandlerContext tls = channel.pipeline().context(TLS);
    return tls != null && !((SslHandler) tls.handler()).handshakeFuture().isDone();
  }

  /**
   * Limits frames to {@code limitBytes} from the next frame on. Netty's limit includes the length
   * in front.
   */
  static void limitFrames(ChannelPipeline pipeline, int limitBytes) {
    var frames = frames(limitBytes);
    if (pipeline.get(LengthFieldBasedFrameDecoder.class) == null) {
      pipeline.addFirst(frames);
    } else {
      pipeline.replace(LengthFieldBasedFrameDecoder.class, null, frames);
    }
  }

  private static LengthFieldBasedFrameDecoder frames(int limitBytes) {
    int length = FrameCodec.LENGTH_BYTES;
    return new LengthFieldBasedFrameDecoder(limitBytes + length, 0, length, 0, length);
  }

  /** Sends without waiting. The reading side notices a broken connection. */
  static void send(Channel channel, Message message) {
    ChannelFuture _ = channel.writeAndFlush(Unpooled.wrappedBuffer(FrameCodec.encode(message)));
  }

  /**
   * Sends and hangs up. Sends in clear before TLS is agreed on: a rank that does not speak TLS
   * would not learn the reason otherwise.
   */
  static void sendLast(Channel channel, Message message) {
    ByteBuf frame = Unpooled.wrappedBuffer(FrameCodec.encode(message));
    ChannelFuture sent =
        awaitsTls(channel)
            ? channel.pipeline().context(TLS).writeAndFlush(frame)
            : channel.writeAndFlush(frame);
    sent.addListener(ChannelFutureListener.CLOSE);
  }
}
