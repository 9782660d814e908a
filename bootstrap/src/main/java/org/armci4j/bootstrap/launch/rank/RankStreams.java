package org.armci4j.bootstrap.launch.rank;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.RankThreadGroup;
import org.armci4j.bootstrap.launch.plan.StandardInput;
import org.armci4j.bootstrap.launch.streams.LineRelay;
import org.armci4j.bootstrap.launch.streams.OutputSink;

/**
 * The standard streams of a JVM whose threads are ranks. Each thread prints through the {@link
 * LineRelay} of its rank, so that lines of different ranks do not mix. Standard input is a {@link
 * SharedInput}.
 */
public final class RankStreams {
  private RankStreams() {}

  /**
   * Replaces {@link System#out}, {@link System#err} and {@link System#in}.
   *
   * @param size number of ranks
   * @param label whether lines start with their rank
   * @param input which ranks get the standard input; the others read its end
   * @return standard error, for messages that are no rank's
   */
  static OutputSink install(int size, boolean label, StandardInput input) {
    OutputSink output = OutputSink.ofThreads(FileDescriptor.out);
    OutputSink errors = OutputSink.ofThreads(FileDescriptor.err);
    System.setOut(print(new Output(output, size, label), "stdout.encoding"));
    System.setErr(print(new Output(errors, size, label), "stderr.encoding"));
    System.setIn(new SharedInput(System.in, size, input));
    return errors;
  }

  private static PrintStream print(Output output, String encodingProperty) {
    Runtime.getRuntime().addShutdownHook(new Thread(output::close, "armci-last-lines"));
    return new PrintStream(output, true, Charset.forName(System.getProperty(encodingProperty)));
  }

  /** Returns the rank of the calling thread; or -1 if it has none, as a common pool's. */
  static int currentRank() {
    Membership membership = RankThreadGroup.membershipOf(Thread.currentThread());
    return membership == null ? -1 : membership.rank();
  }

  /** Sends each thread's bytes to the relay of its rank. */
  private static final class Output extends OutputStream {
    private final OutputStream[] ranks;
    private final OutputStream others;

    Output(OutputSink sink, int size, boolean label) {
      ranks = new OutputStream[size];
      for (int rank = 0; rank < size; rank++) {
        ranks[rank] = sink.forRank(rank, size, label);
      }
      others = new LineRelay(sink, new byte[0]);
    }

    @Override
    public void write(int value) throws IOException {
      mine().write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int sizeBytes) throws IOException {
      mine().write(bytes, offset, sizeBytes);
    }

    private OutputStream mine() {
      int rank = currentRank();
      return rank < 0 ? others : ranks[rank];
    }

    /** Lets out the last lines, which may have no end, rank 0's first. */
    @Override
    public void close() {
      for (OutputStream rank : ranks) {
        close(rank);
      }
      close(others);
    }

    private static void close(OutputStream stream) {
      try {
        stream.close();
      } catch (IOException impossible) {
        throw new AssertionError("relays do not throw", impossible);
      }
    }
  }
}
