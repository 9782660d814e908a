package org.armci4j.bootstrap.rendezvous;

import java.util.List;
import org.armci4j.bootstrap.Failure;

/** What server and rank say to each other; the package's page tells when. */
sealed interface Message {
  /** The most characters of a free text such as a reason; longer ones are cut. */
  int TEXT_LIMIT = 8192;

  /** The server's nonce. */
  record Challenge(byte[] serverNonce) implements Message {}

  /** Who a rank claims to be, and its proof. */
  record Hello(int rank, int size, String jobId, byte[] rankNonce, byte[] proof)
      implements Message {}

  /** The server's proof. */
  record Welcome(byte[] proof) implements Message {}

  /** The rank accepts the server, and takes part from now on. */
  record Join(String host) implements Message {}

  /** The server does not accept the rank. */
  record Refused(String reason) implements Message {}

  /** A rank comes to an exchange; the answer will carry {@code id}. */
  record Contribute(long id, String key, int[] members, byte[] value) implements Message {}

  /** An exchange is complete. */
  record Completed(long id, List<byte[]> values) implements Message {}

  /** An exchange has failed. */
  record NotCompleted(long id, String reason) implements Message {}

  /** A rank does not wait for an exchange any longer. */
  record GiveUp(String key, String why) implements Message {}

  /** A rank ends the job. */
  record Abort(String reason) implements Message {}

  /** The job has failed. */
  record JobFailed(Failure failure) implements Message {}

  /** A rank has something for another one. */
  record Send(int to, byte[] content) implements Message {}

  /** Another rank has sent something. */
  record Received(int from, byte[] content) implements Message {}

  /** What a rank sent cannot reach its receiver. */
  record Undelivered(int to, String reason) implements Message {}

  /** The server asks for a sign of life, and says how long it may itself be silent. */
  record Ping(long limitNanos) implements Message {}

  /** A rank is there; its oldest wait has lasted so long. */
  record Pong(long oldestWaitNanos) implements Message {}

  /** The server asks what a rank waits for. */
  record ReportWanted(int number) implements Message {}

  /** What a rank waits for, in UTF-8. */
  record Report(int number, byte[] text) implements Message {}

  /** A rank leaves. */
  record Bye() implements Message {}

  /** Cuts a free text to what a message may hold. */
  static String shorten(String text) {
    return text.length() <= TEXT_LIMIT ? text : text.substring(0, TEXT_LIMIT - 3) + "...";
  }
}
