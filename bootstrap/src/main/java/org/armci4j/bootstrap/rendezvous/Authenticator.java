package org.armci4j.bootstrap.rendezvous;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.armci4j.bootstrap.JobSecret;

/**
 * Makes and judges proofs that a peer knows the job's secret. For one thread, apart from its start:
 * loading the JDK's cryptography takes tens of milliseconds, so it happens beside other work.
 */
final class Authenticator {
  /** Who proves; part of what is signed, so that nobody's proof can be sent back to him. */
  enum Role {
    RANK("armci4j rank"),
    RENDEZVOUS("armci4j rendezvous");

    private final String label;

    Role(String label) {
      this.label = label;
    }
  }

  /** What both sides have to agree on. */
  record Claim(byte[] serverNonce, byte[] rankNonce, int rank, int size, String jobId) {}

  private record Tools(Mac mac, SecureRandom random) {}

  private final CompletableFuture<Tools> tools = new CompletableFuture<>();

  private Authenticator() {}

  /** Begins to load what is needed, on a thread of its own; the first use waits for it. */
  static Authenticator start(JobSecret secret) {
    Authenticator authenticator = new Authenticator();
    Thread.ofPlatform().daemon().name("armci-crypto").start(() -> authenticator.load(secret));
    return authenticator;
  }

  private void load(JobSecret secret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.toBytes(), "HmacSHA256"));
      SecureRandom random = new SecureRandom();
      random.nextBytes(new byte[1]);
      tools.complete(new Tools(mac, random));
    } catch (GeneralSecurityException | RuntimeException absent) {
      tools.completeExceptionally(absent);
    }
  }

  /** Random bytes that are used once. */
  byte[] newNonce() {
    byte[] nonce = new byte[FrameCodec.DIGEST_BYTES];
    tools.join().random().nextBytes(nonce);
    return nonce;
  }

  /** The proof of {@code role} for {@code claim}. */
  byte[] prove(Role role, Claim claim) {
    byte[] jobId = claim.jobId().getBytes(StandardCharsets.UTF_8);
    Mac mac = tools.join().mac();
    mac.update(role.label.getBytes(StandardCharsets.UTF_8));
    mac.update(claim.serverNonce());
    mac.update(claim.rankNonce());
    mac.update(ByteBuffer.allocate(8).putInt(claim.rank()).putInt(claim.size()).flip());
    return mac.doFinal(jobId);
  }

  /** Whether {@code proof} is that of {@code role}; takes as long for a wrong one. */
  boolean isProved(Role role, Claim claim, byte[] proof) {
    return MessageDigest.isEqual(prove(role, claim), proof);
  }
}
