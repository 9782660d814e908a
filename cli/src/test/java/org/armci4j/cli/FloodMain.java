package org.armci4j.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * Tries to keep a user's jobs from starting, as a stranger. Looks in the system's tables for
 * everything that the user listens at, and connects there as fast as one thread can. Ends with its
 * input, and then prints how often it has connected.
 */
final class FloodMain {
  /** Connections that it holds open. */
  private static final int HELD = 200;

  /** Connections between two looks into the tables. */
  private static final int CONNECTIONS_PER_LOOK = 400;

  private static final String LISTENING = "0A";

  private final String uid;
  private final byte[] words;
  private final SocketChannel[] held = new SocketChannel[HELD];
  private long overTcp;
  private long overUnix;

  private FloodMain(String uid, byte[] words) {
    this.uid = uid;
    this.words = words;
  }

  /**
   * Floods.
   *
   * @param args the user id, and the words to send: {@code silent}, {@code frame} for half a first
   *     word, {@code tls} for half a handshake
   */
  public static void main(String[] args) throws IOException {
    byte[] words =
        switch (args[1]) {
          case "silent" -> new byte[0];
          case "frame" -> new byte[] {0, 0, 0, 66, 1, 20, 7, 7, 7};
          case "tls" -> new byte[] {22, 3, 1, 1, 0, 1, 0, 0, (byte) 252, 3, 3, 7, 7, 7};
          default -> throw new IllegalArgumentException(args[1]);
        };
    FloodMain flood = new FloodMain(args[0], words);
    System.out.println("floods");
    while (System.in.available() == 0) {
      flood.round();
    }
    System.out.printf(Locale.ROOT, "connected %d %d%n", flood.overTcp, flood.overUnix);
  }

  private void round() throws IOException {
    for (String path : sockets()) {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      try (channel) {
        channel.connect(UnixDomainSocketAddress.of(path));
        overUnix++;
      } catch (IOException | IllegalArgumentException refused) {
        // The job wants this refusal.
      }
    }
    List<Integer> ports = ports();
    for (int i = 0; i < CONNECTIONS_PER_LOOK && !ports.isEmpty(); i++) {
      int place = (int) (overTcp++ % HELD);
      close(held[place]);
      held[place] = connect(ports.get(i % ports.size()));
    }
  }

  /** Starts a connection without waiting: the system completes it. */
  private SocketChannel connect(int port) {
    SocketChannel channel = null;
    try {
      channel = SocketChannel.open();
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      channel.configureBlocking(false);
      boolean connected =
          channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
              || channel.finishConnect();
      if (connected && words.length > 0) {
        channel.write(ByteBuffer.wrap(words));
      }
      return channel;
    } catch (IOException tooMany) {
      close(channel);
      return null;
    }
  }

  private static void close(SocketChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException closedEnough) {
      // A stranger ignores errors.
    }
  }

  private List<Integer> ports() throws IOException {
    TreeSet<Integer> ports = new TreeSet<>();
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] words = line.strip().split(" +", -1);
        if (words.length > 7 && words[3].equals(LISTENING) && words[7].equals(uid)) {
          String local = words[1];
          ports.add(Integer.parseInt(local.substring(local.lastIndexOf(':') + 1), 16));
        }
      }
    }
    return List.copyOf(ports);
  }

  /** Returns the lines of the tables, in which everybody sees other users' sockets. */
  private static List<String> sockets() throws IOException {
    List<String> paths = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("/proc/net/unix"))) {
      int path = line.indexOf("/");
      if (path >= 0 && line.contains("armci")) {
        paths.add(line.substring(path));
      }
    }
    return paths;
  }
}
