package org.armci4j.bootstrap.rendezvous;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import org.armci4j.bootstrap.JobSecret;

/** Makes and checks the proofs that a peer knows the job's secret. For one thread. */
final class Authenticator {
  /**
   * Names the side that proves. The name is signed too, so a proof cannot be sent back to its
   * maker.
   */
  enum Prover {
    RANK("armci4j rank"),
    RENDEZVOUS("armci4j rendezvous"),
    REFUSAL("armci4j refusal");

    private final String label;

    Prover(String label) {
      this.label = label;
    }
  }

  /** Holds the values that both sides must agree on. */
  record Claim(
      byte[] serverNonce, byte[] rankNonce, int rank, int size, int incarnation, String jobId) {}

  private final Hmac hmac;
  private final SecureRandom random = new SecureRandom();

  /** Nonces of all true knocks. Only ranks can make such knocks, so they are few. */
  private final Set<ByteBuffer> knocked = new HashSet<>();

  Authenticator(JobSecret secret) {
    this.hmac = new Hmac(secret.toBytes());
  }

  /** Returns random bytes that are used once. */
  byte[] newNonce() {
    byte[] nonce = new byte[FrameCodec.DIGEST_BYTES];
    random.nextBytes(nonce);
    return nonce;
  }

  /**
   * Returns the first message of a rank, made before the rank knows anything of the server.
   *
   * @param tls whether TLS follows
   */
  Message.Knock knock(boolean tls) {
    byte[] nonce = newNonce();
    return new Message.Knock(nonce, proofOf(nonce), tls);
  }

  /** Returns whether the knocking process knows the secret. A replayed knock does not count. */
  boolean isTrue(Message.Knock knock) {
    return MessageDigest.isEqual(proofOf(knock.nonce()), knock.proof())
        && knocked.add(ByteBuffer.wrap(knock.nonce()));
  }

  private byte[] proofOf(byte[] nonce) {
    return hmac.of("armci4j knock".getBytes(StandardCharsets.UTF_8), nonce);
  }

  /** Returns the proof of {@code prover} for {@code claim}. */
  byte[] prove(Prover prover, Claim claim) {
    return hmac.of(
        prover.label.getBytes(StandardCharsets.UTF_8),
        claim.serverNonce(),
        claim.rankNonce(),
        ByteBuffer.allocate(3 * Integer.BYTES)
            .putInt(claim.rank())
            .putInt(claim.size())
            .putInt(claim.incarnation())
            .array(),
        claim.jobId().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns whether {@code proof} is that of {@code prover}. Takes the same time for a wrong proof.
   */
  boolean isProved(Prover prover, Claim claim, byte[] proof) {
    return MessageDigest.isEqual(prove(prover, claim), proof);
  }
}
