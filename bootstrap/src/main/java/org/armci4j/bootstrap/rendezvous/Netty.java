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

/** The parts of Netty that the server uses, in their leanest form. */
final class Netty {
  /**
   * A few messages at set-up need no pool, and without one there is nothing that can leak. What is
   * read goes to the heap too: for native memory Netty would link {@code malloc}, which takes 30
   * ms.
   */
  static final ByteBufAllocator ALLOCATOR =
      new PreferHeapByteBufAllocator(new UnpooledByteBufAllocator(false, true));

  private static final String TLS = "tls";

  private static final String MACHINE = "io.netty.machineId";

  private Netty() {}

  /**
   * One thread called {@code name} that does not keep the JVM alive. A loop and not a group of
   * them: the end of a group starts a thread of Netty's own, which keeps the JVM for another
   * second.
   */
  static SingleThreadIoEventLoop newLoop(String name) {
    return new SingleThreadIoEventLoop(
        null, Thread.ofPlatform().daemon().name(name).factory(), NioIoHandler.newFactory());
  }

  /**
   * Listens at {@code port}. Connections over TCP send at once what they are given, as Netty has it
   * by default.
   */
  static ServerChannel listen(RendezvousPort port) {
    // It would name its channels, in its log alone, by the address of a network interface, and
    // complains at length where there is none.
    System.setProperty(MACHINE, System.getProperty(MACHINE, "00:00:00:00:00:01"));
    ServerSocketChannel channel = port.channel();
    return port.address() instanceof UnixDomainSocketAddress
        ? new NioServerDomainSocketChannel(channel)
        : new NioServerSocketChannel(channel);
  }

  /**
   * Ends the thread of {@code loop}, after what was given it before. Waits for that, if only for a
   * second: everything here answers at once.
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
   * Encrypts all that passes behind the frame that is being received. Of time-outs it has none: the
   * one for the proof of the secret holds.
   */
  static void encrypt(ChannelPipeline pipeline, Tls tls) {
    SslHandler handler = new SslHandler(tls.forServer());
    handler.setHandshakeTimeoutMillis(0);
    ChannelHandlerContext inClear = pipeline.context(LengthFieldBasedFrameDecoder.class);
    pipeline.addAfter(inClear.name(), TLS, handler);
    pipeline.addAfter(TLS, null, frames(FrameCodec.UNPROVED_FRAME_LIMIT_BYTES));
    pipeline.remove(inClear.handler()); // gives what has come already to the next one, which is TLS
  }

  /** Whether TLS is wanted and not agreed on yet. */
  static boolean awaitsTls(Channel channel) {
    ChannelHandlerContext tls = channel.pipeline().context(TLS);
    return tls != null && !((SslHandler) tls.handler()).handshakeFuture().isDone();
  }

  /**
   * Cuts what comes in into frames of at most {@code limitBytes}, from the next frame on. Netty
   * counts the length in front too.
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

  /**
   * Sends, not caring when: a connection that breaks is noticed by the thread that reads from it.
   */
  static void send(Channel channel, Message message) {
    ChannelFuture _ = channel.writeAndFlush(Unpooled.wrappedBuffer(FrameCodec.encode(message)));
  }

  /**
   * Sends and hangs up. A peer that has said nothing of TLS is told in clear: a rank that does not
   * speak it would not learn why otherwise.
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
