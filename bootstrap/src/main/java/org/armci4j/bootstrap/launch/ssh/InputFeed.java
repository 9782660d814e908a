package org.armci4j.bootstrap.launch.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Holds, at an agent, the bytes on their way to a rank's standard input. It has a thread of its
 * own: a rank that does not read must not keep the agent from hearing its launcher. The launcher
 * sends at most {@value #WINDOW_BYTES} bytes that the rank has not taken.
 */
public final class InputFeed {
  static final int WINDOW_BYTES = 64 * 1024;

  private static final byte[] END = new byte[0];

  private final BlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>();
  private final int rank;

  private InputFeed(int rank) {
    this.rank = rank;
  }

  /** Begins to feed a rank's input, and to tell {@code launcher} how much the rank has taken. */
  static InputFeed start(int rank, OutputStream rankInput, AgentWire.Writer launcher) {
    InputFeed feed = new InputFeed(rank);
    Thread.ofPlatform()
        .name("armci-input-" + rank)
        .daemon()
        .start(() -> feed.carry(rankInput, launcher));
    return feed;
  }

  void add(byte[] bytes) {
    if (bytes.length > 0) {
      waiting.add(bytes);
    }
  }

  void end() {
    waiting.add(END);
  }

  private void carry(OutputStream rankInput, AgentWire.Writer launcher) {
    try (rankInput) {
      for (byte[] next = waiting.take(); next.length > 0; next = waiting.take()) {
        rankInput.write(next);
        rankInput.flush();
        launcher.send(AgentWire.Kind.TAKEN, rank, next.length);
      }
    } catch (IOException rankDoesNotReadAnyMore) {
      // The rank has ended or closed its input, so the rest is dropped.
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }
}
