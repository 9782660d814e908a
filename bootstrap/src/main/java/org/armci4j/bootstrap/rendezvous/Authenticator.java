package org.armci4j.bootstrap.rendezvous;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import org.armci4j.bootstrap.JobSecret;

/** Makes and judges proofs that a peer knows the job's secret. For one thread. */
final class Authenticator {
  /**
   * The side that proves. It is part of what is signed, so that a proof cannot be sent back to the
   * side that made it.
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

  /** What both sides have to agree on. */
  record Claim(byte[] serverNonce, byte[] rankNonce, int rank, int size, String jobId) {}

  private final Hmac hmac;
  private final SecureRandom random = new SecureRandom();

  /** The nonces of all knocks that were true: only ranks can make them, so they are few. */
  private final Set<ByteBuffer> knocked = new HashSet<>();

  Authenticator(JobSecret secret) {
    this.hmac = new Hmac(secret.toBytes());
  }

  /** Random bytes that are used once. */
  byte[] newNonce() {
    byte[] nonce = new byte[FrameCodec.DIGEST_BYTES];
    random.nextBytes(nonce);
    return nonce;
  }

  /**
   * What a rank says first, before it knows anything of the server.
   *
   * @param tls whether it goes on with TLS
   */
  Message.Knock knock(boolean tls) {
    byte[] nonce = newNonce();
    return new Message.Knock(nonce, proofOf(nonce), tls);
  }

  /**
   * Whether the process that knocks knows the secret. One that was overheard and is said again does
   * not count.
   */
  boolean isTrue(Message.Knock knock) {
    return MessageDigest.isEqual(proofOf(knock.nonce()), knock.proof())
        && knocked.add(ByteBuffer.wrap(knock.nonce()));
  }

  private byte[] proofOf(byte[] nonce) {
    return hmac.of("armci4j knock".getBytes(StandardCharsets.UTF_8), nonce);
  }

  /** The proof of {@code prover} for {@code claim}. */
  byte[] prove(Prover prover, Claim claim) {
    return hmac.of(
        prover.label.getBytes(StandardCharsets.UTF_8),
        claim.serverNonce(),
        claim.rankNonce(),
        ByteBuffer.allocate(8).putInt(claim.rank()).putInt(claim.size()).array(),
        claim.jobId().getBytes(StandardCharsets.UTF_8));
  }

  /** Whether {@code proof} is that of {@code prover}; takes as long for a wrong one. */
  boolean isProved(Prover prover, Claim claim, byte[] proof) {
    return MessageDigest.isEqual(prove(prover, claim), proof);
  }
}
