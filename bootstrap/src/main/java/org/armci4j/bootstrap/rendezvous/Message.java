package org.armci4j.bootstrap.rendezvous;

import java.util.List;
import org.armci4j.bootstrap.Failure;

/**
 * A message between server and rank. The package's page shows the order of messages and their
 * layout. {@link FrameCodec} reads what {@link #write} writes.
 */
sealed interface Message {
  /** Largest number of characters in a free text such as a reason; longer texts are cut. */
  int TEXT_LIMIT = 8192;

  /** Writes the type and the body. */
  void write(FrameWriter out);

  /**
   * Opens a connection, and shows that a rank of this job speaks. The server stays silent towards a
   * peer without a true knock.
   *
   * @param tls whether TLS follows
   */
  record Knock(byte[] nonce, byte[] proof, boolean tls) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.KNOCK).raw(nonce).raw(proof).flag(tls);
    }
  }

  /** Carries the server's nonce. */
  record Challenge(byte[] serverNonce) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.CHALLENGE).raw(serverNonce);
    }
  }

  /**
   * Says who a rank claims to be, with its proof.
   *
   * @param incarnation number of earlier processes of the rank
   */
  record Hello(int rank, int size, int incarnation, String jobId, byte[] rankNonce, byte[] proof)
      implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.HELLO)
          .number(rank)
          .number(size)
          .number(incarnation)
          .text(jobId)
          .raw(rankNonce)
          .raw(proof);
    }
  }

  /**
   * Carries the server's proof.
   *
   * @param epoch the epoch of the job that the rank is about to join, from 0
   */
  record Welcome(int epoch, byte[] proof) implements Message {
    /** Makes the welcome to a job without failures. */
    Welcome(byte[] proof) {
      this(0, proof);
    }

    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.WELCOME).number(epoch).raw(proof);
    }
  }

  /** Says that the rank accepts the server and takes part from now on. */
  record Join(String host) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.JOIN).text(host);
    }
  }

  /**
   * Says that the server refuses the rank.
   *
   * @param proof shows that the job's server refuses; zeros where the rank has not asked for a
   *     proof
   * @param failure the failure that has ended the job, where it is the reason; or null
   */
  record Refused(String reason, byte[] proof, Failure failure) implements Message {
    /** Makes a refusal without proof. */
    Refused(String reason) {
      this(reason, new byte[FrameCodec.DIGEST_BYTES], null);
    }

    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.REFUSED).text(reason).raw(proof).flag(failure != null);
      if (failure != null) {
        out.failure(failure);
      }
    }
  }

  /**
   * Brings a rank's value to an exchange; the answer will carry {@code id}.
   *
   * @param survey whether the exchange is complete without members that are lost or have left
   */
  record Contribute(long id, boolean survey, String key, int[] members, byte[] value)
      implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.CONTRIBUTE).longNumber(id).flag(survey);
      out.text(key).number(members.length);
      for (int member : members) {
        out.number(member);
      }
      out.bytes(value);
    }
  }

  /**
   * Says that an exchange is complete, with all values; null for members of a survey that are gone.
   */
  record Completed(long id, List<byte[]> values) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.COMPLETED).longNumber(id).number(values.size());
      for (byte[] value : values) {
        if (value == null) {
          out.number(FrameCodec.NO_VALUE);
        } else {
          out.bytes(value);
        }
      }
    }
  }

  /** Says that an exchange has failed. */
  record NotCompleted(long id, String reason) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.NOT_COMPLETED).longNumber(id).text(reason);
    }
  }

  /** Says that a rank stops waiting for an exchange. */
  record GiveUp(String key, String why) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.GIVE_UP).text(key).text(why);
    }
  }

  /** Says that a rank's time for an exchange is over, and asks whether other ranks still come. */
  record Overdue(String key, String why) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.OVERDUE).text(key).text(why);
    }
  }

  /** Says that other ranks still come to an exchange. */
  record WaitExtended(long id) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.WAIT_EXTENDED).longNumber(id);
    }
  }

  /** Says that a rank will not come to an exchange of a folder. */
  record NotComing(String folder, String reason) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.NOT_COMING).text(folder).text(reason);
    }
  }

  /** Says that a rank ends the job. */
  record Abort(String reason) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.ABORT).text(reason);
    }
  }

  /** Says that the job has failed. */
  record JobFailed(Failure failure) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.JOB_FAILED).failure(failure);
    }
  }

  /** Says that the job has lost a rank, and goes on. */
  record RankLost(Failure failure) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.RANK_LOST).failure(failure);
    }
  }

  /** Carries a rank's message on its way to the server, for another rank. */
  record Send(int to, byte[] content) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.SEND).number(to).bytes(content);
    }
  }

  /** Carries another rank's message on its way from the server. */
  record Received(int from, byte[] content) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.RECEIVED).number(from).bytes(content);
    }
  }

  /** Says that a message of this rank cannot reach its receiver. */
  record Undelivered(int to, String reason) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.UNDELIVERED).number(to).text(reason);
    }
  }

  /** Asks for a sign of life, and says how long the server itself may be silent. */
  record Ping(long limitNanos) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.PING).longNumber(limitNanos);
    }
  }

  /** Gives a sign of life, and says how long the rank's oldest wait has lasted. */
  record Pong(long oldestWaitNanos) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.PONG).longNumber(oldestWaitNanos);
    }
  }

  /** Asks what a rank waits for. */
  record ReportWanted(int number) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.REPORT_WANTED).number(number);
    }
  }

  /** Says what a rank waits for, in UTF-8. */
  record Report(int number, byte[] text) implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.REPORT).number(number).bytes(text);
    }
  }

  /** Says that a rank leaves. */
  record Bye() implements Message {
    @Override
    public void write(FrameWriter out) {
      out.type(FrameCodec.BYE);
    }
  }

  /** Cuts a free text to {@link #TEXT_LIMIT} characters. */
  static String shorten(String text) {
    return text.length() <= TEXT_LIMIT ? text : text.substring(0, TEXT_LIMIT - 3) + "...";
  }
}
