package org.armci4j.bootstrap.rendezvous;

import java.util.List;
import org.armci4j.bootstrap.Failure;

/**
 * What server and rank say to each other; the package's page tells when, and how it is laid out.
 * {@link FrameCodec} reads what is written here.
 */
sealed interface Message {
  /** The most characters of a free text such as a reason; longer ones are cut. */
  int TEXT_LIMIT = 8192;

  /** Writes the type and the body. */
  void write(FrameWriter out);

  /**
   * The first word of a connection: it shows that a rank of this job speaks, and to a peer that
   * does not say it the server says nothing.
   *
   * @param tls whether TLS follows
   */
  record Knock(byte[] nonce, byte[] proof, boolean tls) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.KNOCK).raw(nonce).raw(proof).flag(tls);
    }
  }

  /** The server's nonce. */
  record Challenge(byte[] serverNonce) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.CHALLENGE).raw(serverNonce);
    }
  }

  /** Who a rank claims to be, and its proof. */
  record Hello(int rank, int size, String jobId, byte[] rankNonce, byte[] proof)
      implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.HELLO).number(rank).number(size).text(jobId).raw(rankNonce).raw(proof);
    }
  }

  /** The server's proof. */
  record Welcome(byte[] proof) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.WELCOME).raw(proof);
    }
  }

  /** The rank accepts the server, and takes part from now on. */
  record Join(String host) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.JOIN).text(host);
    }
  }

  /**
   * The server does not accept the rank.
   *
   * @param proof that the server of the job says so, or zeros where it was not asked for one
   */
  record Refused(String reason, byte[] proof) implements Message {
    /** One that nobody needs to believe. */
    Refused(String reason) {
      this(reason, new byte[FrameCodec.DIGEST_BYTES]);
    }

    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.REFUSED).text(reason).raw(proof);
    }
  }

  /** A rank comes to an exchange; the answer will carry {@code id}. */
  record Contribute(long id, String key, int[] members, byte[] value) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.CONTRIBUTE).longNumber(id).text(key).number(members.length);
      for (int member : members) {
        out.number(member);
      }
      out.bytes(value);
    }
  }

  /** An exchange is complete. */
  record Completed(long id, List<byte[]> values) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.COMPLETED).longNumber(id).number(values.size());
      for (byte[] value : values) {
        out.bytes(value);
      }
    }
  }

  /** An exchange has failed. */
  record NotCompleted(long id, String reason) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.NOT_COMPLETED).longNumber(id).text(reason);
    }
  }

  /** A rank does not wait for an exchange any longer. */
  record GiveUp(String key, String why) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.GIVE_UP).text(key).text(why);
    }
  }

  /** A rank has waited for an exchange as long as it may, and asks whether others still come. */
  record Overdue(String key, String why) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.OVERDUE).text(key).text(why);
    }
  }

  /** Others still come to an exchange. */
  record GoesOn(long id) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.GOES_ON).longNumber(id);
    }
  }

  /** A rank will not come to an exchange of a folder. */
  record NotComing(String folder, String reason) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.NOT_COMING).text(folder).text(reason);
    }
  }

  /** A rank ends the job. */
  record Abort(String reason) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.ABORT).text(reason);
    }
  }

  /** The job has failed. */
  record JobFailed(Failure failure) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.JOB_FAILED).number(failure.rank());
      out.text(failure.host()).text(failure.reason());
    }
  }

  /** A rank sends something to another one. */
  record Send(int to, byte[] content) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.SEND).number(to).bytes(content);
    }
  }

  /** Another rank has sent something. */
  record Received(int from, byte[] content) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.RECEIVED).number(from).bytes(content);
    }
  }

  /** What a rank sent cannot reach its receiver. */
  record Undelivered(int to, String reason) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.UNDELIVERED).number(to).text(reason);
    }
  }

  /** The server asks for a sign of life, and says how long it may itself be silent. */
  record Ping(long limitNanos) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.PING).longNumber(limitNanos);
    }
  }

  /** A rank is there; its oldest wait has lasted so long. */
  record Pong(long oldestWaitNanos) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.PONG).longNumber(oldestWaitNanos);
    }
  }

  /** The server asks what a rank waits for. */
  record ReportWanted(int number) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.REPORT_WANTED).number(number);
    }
  }

  /** What a rank waits for, in UTF-8. */
  record Report(int number, byte[] text) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.REPORT).number(number).bytes(text);
    }
  }

  /** A rank leaves. */
  record Bye() implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.BYE);
    }
  }

  /** Cuts a free text to what a message may hold. */
  static String shorten(String text) {
    return text.length() <= TEXT_LIMIT ? text : text.substring(0, TEXT_LIMIT - 3) + "...";
  }
}
